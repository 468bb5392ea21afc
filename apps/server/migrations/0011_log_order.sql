-- The log has an order of its own. Times of receipt are of clocks, which are set back, and which differ between servers; so
-- what began and ended was told again where the log was played again by them (decision 0029).

-- Each number stands for 4,096 places, the number's own and those after it.
create sequence log_orders increment by 4096;
alter table location_logs add column log_order bigint not null default 0;

-- What may have to be played again still keeps the order it would have been played in.
with again as (
  select account_id, device_id, scanned_at_ms, sender_id, seq, row_number() over (
    order by received_at_ms, account_id, device_id, scanned_at_ms, sender_id, seq) as place
  from location_logs where received_at_ms >= (select min(received_at_ms) - 60000 from servers)
)
update location_logs l set log_order = again.place from again
where l.account_id = again.account_id and l.device_id = again.device_id and l.scanned_at_ms = again.scanned_at_ms
  and l.sender_id = again.sender_id and l.seq = again.seq;
select setval('log_orders', max(log_order)) from location_logs having max(log_order) > 0;

-- What a server of an older version writes until it stops has its place too.
alter table location_logs alter column log_order set default nextval('log_orders');
create index location_logs_order on location_logs using brin (log_order);
drop index location_logs_received;

alter table servers add column log_order bigint not null default 1;
alter table servers alter column log_order drop default;
alter table servers drop column received_at_ms;

-- Of the report that last_seen_ms is of.
alter table tracker_states add column received_at_ms bigint not null default 0;
alter table tracker_states add column log_order bigint not null default 0;

-- Of the report that showed that it began, and that it ended; 0: no report did.
alter table device_conditions add column since_received_ms bigint not null default 0;
alter table device_conditions add column since_order bigint not null default 0;
alter table device_conditions add column until_received_ms bigint not null default 0;
alter table device_conditions add column until_order bigint not null default 0;
