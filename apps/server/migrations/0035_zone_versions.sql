-- Zones as they were from when to when, so that an instant of the past is drawn with the zones of then (decision 0044). Kept by a trigger, since
-- zones also change with their stations and go with their map. Of before this upgrade only what they are now is known.

create table zone_versions (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  from_ms bigint not null,
  -- Null: as it is now.
  until_ms bigint,
  zone_name text not null,
  zone_type text not null,
  shape jsonb not null,
  class_indexes smallint[],
  active_times jsonb,
  primary key (account_id, id, from_ms)
);
create index zone_versions_old on zone_versions (until_ms) where until_ms is not null;
create function keep_zone_version() returns trigger language plpgsql as $$
declare
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  if tg_op <> 'INSERT' then
    update zone_versions set until_ms = greatest(from_ms, now_ms)
      where account_id = old.account_id and id = old.id and until_ms is null;
  end if;
  if tg_op <> 'DELETE' then
    -- A zone that is brought along with its past began when it says so.
    insert into zone_versions
      values (new.account_id, new.id, case tg_op when 'INSERT' then least(now_ms, new.created_at * 1000) else now_ms end, null,
        new.zone_name, new.zone_type, new.shape, new.class_indexes, new.active_times)
      on conflict (account_id, id, from_ms) do update set until_ms = null, zone_name = excluded.zone_name,
        zone_type = excluded.zone_type, shape = excluded.shape, class_indexes = excluded.class_indexes,
        active_times = excluded.active_times;
  end if;
  return null;
end $$;
create trigger zones_kept after insert or update or delete on zones
  for each row execute function keep_zone_version();

insert into zone_versions
  select account_id, id, created_at * 1000, null, zone_name, zone_type, shape, class_indexes, active_times from zones;
select protect_tenant('zone_versions');
