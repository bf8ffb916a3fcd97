-- What a model did belongs to a run, at the same time.
select model.run_id, model.model
from run_models as model
left join runs as run on model.run_id = run.run_id and model.ts is not distinct from run.ts
where run.run_id is null
order by all
