-- Shifts in place of one pair of times, by the day they count from (decision 0091). What visits of removed zones were called stands in
-- `visits` (decision 0086).

create table attendance_shifts (
  account_id uuid not null references accounts on delete cascade,
  from_day date not null,
  shifts jsonb not null,
  over_time_minutes integer not null,
  constraint attendance_rules_pkey1 primary key (account_id, from_day)
);
insert into attendance_shifts
  select account_id, '2000-01-01', jsonb_build_array(jsonb_build_object('name', '', 'start', work_start, 'end', work_end)),
    over_time_minutes
  from attendance_rules;
drop table attendance_rules;
alter table attendance_shifts rename to attendance_rules;
alter table attendance_rules rename constraint attendance_rules_pkey1 to attendance_rules_pkey;
alter table attendance_rules rename constraint attendance_shifts_account_id_fkey to attendance_rules_account_id_fkey;
select protect_tenant('attendance_rules');

drop trigger zones_removed on zones;
drop function keep_removed_zone();
drop table removed_zones;
