-- Servers read at once what others wrote, by its place in the log. What no block range says anything of is read whole, so
-- ranges are summed up as soon as they are full, and are small.
drop index location_logs_order;
create index location_logs_order on location_logs using brin (log_order) with (autosummarize = on, pages_per_range = 32);
