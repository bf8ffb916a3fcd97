-- name: holds_no_wait
-- description: Whether the time of a call is known to be the tool's alone: a hook measured it, the tool asks for no permission, or none was asked
--   for in that mode. The time of other calls can be that of a person who was asked first.
create or replace macro holds_no_wait(duration_source, asks_permission, permission_mode) as
    coalesce(duration_source = 'hook', false) or coalesce(not asks_permission, false) or coalesce(permission_mode = 'bypassPermissions', false)
