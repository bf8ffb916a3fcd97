-- name: fits_model
-- description: Whether the name of a model has a text in it, be its letters large or small.
create or replace macro fits_model(model, asked) as coalesce(contains(lower(model), lower(asked)), false)
