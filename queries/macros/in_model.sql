-- name: in_model
-- description: Whether a model is one of those that the variable `model` asks for, as in `fits_model`. Where it is not set, all are.
create or replace macro in_model(model) as getvariable('model') is null or fits_model(model, getvariable('model'))
