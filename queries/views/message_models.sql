-- name: message_models
-- description: The model whose response a message is, to tell which one asked for a call. A message id that has several models, as some gateways
--   give one id to all, is not in it. One row per session and message.
-- column session_id VARCHAR: Session of the message.
-- column message_id VARCHAR: The message.
-- column model VARCHAR: Model that answered.
select session_id, message_id, any_value(model) as model
from requests
where kind = 'main' and message_id is not null
group by session_id, message_id
having min(model) = max(model)
