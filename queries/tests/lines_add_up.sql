-- Each line of a transcript is a record, repeats one, is damaged, or is still being written.
select source.root, source.path
from sources as source
where source.records - source.recovered_records + source.duplicates + source.damaged_lines + source.pending_lines <> source.lines
order by all
