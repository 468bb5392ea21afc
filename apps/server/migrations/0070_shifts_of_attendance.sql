-- Shifts in place of one pair of times, by the day they count from (decision 0091). What visits of removed zones were called stands in
-- `visits` (decision 0086).

alter table attendance_rules add column from_day date, add column shifts jsonb;
update attendance_rules set from_day = '2000-01-01',
  shifts = jsonb_build_array(jsonb_build_object('name', '', 'start', work_start, 'end', work_end));
alter table attendance_rules drop constraint attendance_rules_pkey,
  alter column from_day set not null, alter column shifts set not null, drop column work_start, drop column work_end,
  add primary key (account_id, from_day);

drop trigger zones_removed on zones;
drop function keep_removed_zone();
drop table removed_zones;
