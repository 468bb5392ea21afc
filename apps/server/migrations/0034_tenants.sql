-- The server works as roles that own nothing, and calls see the rows of one account.
-- Makes a partition of a table, as [from_ms, to_ms), unless it is there. The roles that call it own no table.
create function make_partition(parent text, name text, from_ms bigint, to_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ ('^' || parent || '_\d{4}_\d\d_\d\d$')
      or not exists (select from pg_class where oid = to_regclass(quote_ident(parent)) and relkind = 'p') then
    raise exception '% is no partition of a table', name;
  end if;
  -- Two that make the same one at a time wait for each other.
  perform pg_advisory_xact_lock(7201001);
  if exists (select from pg_inherits where inhrelid = to_regclass(name)) then
    return;
  end if;
  -- A table that is attached to nothing was detached and is about to be dropped.
  execute format('drop table if exists %I', name);
  execute format('create table %I (like %I)', name, parent);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, from_ms, to_ms);
end $$;
revoke execute on function make_partition from public;

-- Row-level security (decision 0052). Whose rows a connection sees; null: nobody's.
create function current_account() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.account', true), '')::uuid $$;
-- Every table of accounts is protected by this, in the migration that makes it. `sees`: who reads and changes a row; what is
-- written is always the account's own.
create function protect_tenant(name regclass, sees text default 'account_id = current_account()') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('create policy of_account on %s using (%s) with check (account_id = current_account())', name, sees);
end $$;

-- When which mails went to an address, whoever wrote them: nobody is flooded by many accounts.
create function mails_to(address text, after_ms bigint) returns table (kind text, created_at_ms bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.kind, m.created_at_ms from mails m where lower(m.email) = lower(address) and m.created_at_ms > after_ms
$$;

select protect_tenant('accounts');
select protect_tenant('users');
select protect_tenant('access_links');
select protect_tenant('sessions');
select protect_tenant('activity_logs');
select protect_tenant('mail_links');
select protect_tenant('mails');
select protect_tenant('media');
select protect_tenant('line_groups');
select protect_tenant('idempotency_keys');
select protect_tenant('indoor_maps');
select protect_tenant('stations');
select protect_tenant('station_states');
select protect_tenant('tracker_classes');
select protect_tenant('remark_items');
select protect_tenant('trackers');
select protect_tenant('tracker_states');
select protect_tenant('credentials');
select protect_tenant('location_logs');
select protect_tenant('stays');
select protect_tenant('shown_positions');
select protect_tenant('step_days');
select protect_tenant('ahead_reports');
select protect_tenant('gateway_counts');
select protect_tenant('bindings');
select protect_tenant('bind_checks');
select protect_tenant('tracker_remarks');
select protect_tenant('shares', 'account_id = current_account() or receiver_account_id = current_account()');
select protect_tenant('device_commands');
select protect_tenant('unclaimed_tags');
select protect_tenant('radio_keys');
select protect_tenant('loggers');
select protect_tenant('carepads');
select protect_tenant('temperature_hours');
select protect_tenant('temperatures_thinned');
select protect_tenant('zones');
select protect_tenant('removed_zones');
select protect_tenant('device_conditions');
select protect_tenant('alert_states');
select protect_tenant('alert_settings');
select protect_tenant('confirmed_contacts');
select protect_tenant('notifications');
select protect_tenant('alarms');
select protect_tenant('alarm_letters');
select protect_tenant('line_messages');
select protect_tenant('push_subscriptions');
select protect_tenant('pushes');
select protect_tenant('account_changes');
select protect_tenant('listeners');
select protect_tenant('roll_calls');
select protect_tenant('roll_call_ticks');
select protect_tenant('roll_call_settings');
select protect_tenant('shift_timers');
select protect_tenant('shift_reports');
select protect_tenant('shift_report_readings');
select protect_tenant('attendance_notes');
select protect_tenant('attendance_rules');
