-- Servers read at once what others wrote, by its place in the log. What no block range says anything of is read whole, so
-- ranges are summed up as soon as they are full, and are small.
drop index location_logs_order;
create index location_logs_order on location_logs using brin (log_order) with (autosummarize = on, pages_per_range = 32);

-- Whose devices, zones or maps people changed at which server, and by which transaction it said so: the others read them again.
create table account_changes (
  account_id uuid not null references accounts on delete cascade,
  server_id uuid not null references servers on delete cascade,
  changed xid8 not null,
  primary key (account_id, server_id)
);
create index account_changes_changed on account_changes (changed);
create index account_changes_server on account_changes (server_id);
