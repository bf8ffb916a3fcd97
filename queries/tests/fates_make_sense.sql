-- No more of a hunk is taken away than it added, and lines without a later hunk stay.
select call_id, hunk_index, lines_added, later_hunks, superseded_lines
from hunk_fates
where superseded_lines < 0 or superseded_lines > lines_added or (later_hunks = 0 and superseded_lines > 0)
order by all
