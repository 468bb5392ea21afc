-- What storing must remember beside the log itself.

-- Reports whose sender's clock was ahead are stored under their time of receipt; this tells their repeats.
create table ahead_reports (
  account_id uuid not null,
  device_id text not null,
  sender_id text not null,
  -- As in the log: the sender's number and the time it claimed.
  seq text not null,
  received_at_ms bigint not null,
  primary key (account_id, device_id, sender_id, seq)
);
create index ahead_reports_received on ahead_reports (received_at_ms);
insert into ahead_reports (account_id, device_id, sender_id, seq, received_at_ms)
select account_id, device_id, sender_id, seq, received_at_ms from location_logs where clock_ahead
on conflict do nothing;

-- After a crash the log is played again from here: every row received before it is in the hot rows.
create table replay_mark (
  only_one boolean primary key default true check (only_one),
  received_at_ms bigint not null
);
insert into replay_mark (received_at_ms)
select coalesce(greatest((select max(updated_at_ms) from tracker_states),
  (select max(updated_at_ms) from station_states)), 0);
