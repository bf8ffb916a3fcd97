-- name: in_model
-- description: Whether a model is one of those that the variable `model` asks for: its name has that text in it. Where it is not set, all are.
create or replace macro in_model(model) as
    getvariable('model') is null or coalesce(contains(lower(model), lower(getvariable('model'))), false)
