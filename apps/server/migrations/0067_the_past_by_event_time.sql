-- The past by the time of the event, and when it was known (decision 0086).

-- 0: since its own time. Null: it holds.
alter table stays add column known_from_ms bigint not null default 0, add column known_until_ms bigint;
alter table shown_positions add column known_from_ms bigint not null default 0, add column known_until_ms bigint;
drop index stays_key;
create unique index stays_key on stays (account_id, device_id, from_ms, known_from_ms);
drop index shown_positions_key;
create unique index shown_positions_key on shown_positions (account_id, device_id, at_ms, known_from_ms);

create table visits (
  account_id uuid not null,
  device_id text not null,
  zone_id uuid not null,
  zone_name text not null,
  zone_type text not null,
  device_name text not null,
  class_index smallint not null,
  map_id uuid,
  from_ms bigint not null,
  until_ms bigint not null,
  ended text,
  ended_ms bigint,
  known_from_ms bigint not null,
  known_until_ms bigint
) partition by range (from_ms);
create unique index visits_key on visits (account_id, device_id, from_ms, zone_id, known_from_ms);
create index visits_time on visits (account_id, from_ms);
create index visits_long on visits (account_id, from_ms) where ended_ms - from_ms > 86400000;
select protect_tenant('visits');

create table late_spans (
  account_id uuid not null,
  device_id text not null,
  from_ms bigint not null,
  until_ms bigint not null,
  reports integer not null,
  since_ms bigint not null,
  primary key (account_id, device_id)
);
select protect_tenant('late_spans');

create table past_states (
  account_id uuid not null,
  device_id text not null,
  at_ms bigint not null,
  state json not null
) partition by range (at_ms);
create unique index past_states_key on past_states (account_id, device_id, at_ms);
select protect_tenant('past_states');

-- In place of the open stay: everything that the past goes on from.
alter table tracker_states add column past json;

create table tracker_versions (
  account_id uuid not null references accounts on delete cascade,
  device_id text not null,
  until_ms bigint not null,
  name text not null,
  class_index smallint not null,
  primary key (account_id, device_id, until_ms)
);
select protect_tenant('tracker_versions');
create function keep_tracker_version() returns trigger language plpgsql as $$
begin
  insert into tracker_versions
    select old.account_id, old.device_id, floor(extract(epoch from clock_timestamp()) * 1000), old.name, old.class_index
    where exists (select from accounts where account_id = old.account_id)
    on conflict do nothing;
  return null;
end $$;
create trigger trackers_kept after update of name, class_index on trackers for each row
  when ((old.name, old.class_index) is distinct from (new.name, new.class_index)) execute function keep_tracker_version();
create trigger trackers_gone after delete on trackers for each row execute function keep_tracker_version();

create table station_versions (
  account_id uuid not null references accounts on delete cascade,
  t4_id text not null,
  until_ms bigint not null,
  t4_name text not null,
  gps_latitude double precision,
  gps_longitude double precision,
  map_id uuid,
  "indoor_X" double precision,
  "indoor_Y" double precision,
  primary key (account_id, t4_id, until_ms)
);
select protect_tenant('station_versions');
create function keep_station_version() returns trigger language plpgsql as $$
begin
  insert into station_versions
    select old.account_id, old.t4_id, floor(extract(epoch from clock_timestamp()) * 1000), old.t4_name,
      old.gps_latitude, old.gps_longitude, old.map_id, old."indoor_X", old."indoor_Y"
    where exists (select from accounts where account_id = old.account_id)
    on conflict do nothing;
  return null;
end $$;
create trigger stations_kept after update of t4_name, gps_latitude, gps_longitude, map_id, "indoor_X", "indoor_Y" on stations
  for each row
  when ((old.t4_name, old.gps_latitude, old.gps_longitude, old.map_id, old."indoor_X", old."indoor_Y")
    is distinct from (new.t4_name, new.gps_latitude, new.gps_longitude, new.map_id, new."indoor_X", new."indoor_Y"))
  execute function keep_station_version();
create trigger stations_gone after delete on stations for each row execute function keep_station_version();

-- Visits so far, of the conditions that rules wrote; a silence within one divides it.
create temporary table earlier_visits on commit drop as
  with visit as (
    select c.account_id, c.device_id, z.id as zone_id, z.zone_name, z.zone_type, z.map_id, c.since_ms, c.until_ms,
      coalesce(c.until_ms, s.last_seen_ms, c.seen_ms) as reach_ms,
      coalesce(t.name, c.device_id) as device_name, coalesce(t.class_index, -1) as class_index
    from device_conditions c
      join (
        select account_id, id, zone_name, zone_type, map_id from zones
        union all select account_id, id, zone_name, 'attendance', null from removed_zones
      ) z on z.account_id = c.account_id and z.id::text = c.subject
      left join trackers t on t.account_id = c.account_id and t.device_id = c.device_id
      left join tracker_states s on s.account_id = c.account_id and s.device_id = c.device_id
    where c.kind = 'in_zone'
  ), part as (
    select v.*, v.since_ms as from_ms from visit v
    union all
    select v.*, o.until_ms from visit v join device_conditions o
      on o.account_id = v.account_id and o.device_id = v.device_id and o.kind = 'offline' and o.subject = ''
      and o.seen_ms >= v.since_ms and o.until_ms > v.since_ms and o.until_ms < v.reach_ms
  )
  select p.*, silence.seen_ms as silent_ms, silence.until_ms as heard_ms from part p left join lateral (
    select o.seen_ms, o.until_ms from device_conditions o
    where o.account_id = p.account_id and o.device_id = p.device_id and o.kind = 'offline' and o.subject = ''
      and o.seen_ms >= p.from_ms and o.seen_ms < p.reach_ms
    order by o.seen_ms limit 1) silence on true;
do $$
declare
  weeks constant bigint := 28 * 86400000::bigint;
  period bigint;
begin
  for period in select distinct from_ms / weeks from earlier_visits loop
    perform make_partition('visits', 'visits_' || to_char(to_timestamp(period * weeks / 1000) at time zone 'UTC', 'YYYY_MM_DD'),
      period * weeks, (period + 1) * weeks);
  end loop;
end $$;
insert into visits
  select account_id, device_id, zone_id, zone_name, zone_type, device_name, class_index, map_id, from_ms,
    greatest(from_ms, coalesce(silent_ms, until_ms)),
    case when silent_ms is null or heard_ms >= until_ms then 'outside' else 'silence' end,
    case when silent_ms is null then until_ms else coalesce(least(heard_ms, until_ms), heard_ms) end, 0, null
  from earlier_visits
  where until_ms is not null or heard_ms is not null
  on conflict do nothing;
-- Those that go on stand beside the open stay.
update tracker_states s set past = json_build_object('stays', '[]'::json, 'visits', v.visits)
  from (
    select account_id, device_id, json_agg(json_build_object('zone_id', zone_id, 'zone_name', zone_name, 'zone_type', zone_type,
      'device_name', device_name, 'class_index', class_index, 'map_id', map_id, 'from_ms', from_ms,
      'until_ms', greatest(from_ms, coalesce(silent_ms, reach_ms)), 'ended', null, 'ended_ms', null, 'known_from_ms', 0)) as visits
    from earlier_visits where until_ms is null and heard_ms is null group by account_id, device_id
  ) v
  where v.account_id = s.account_id and v.device_id = s.device_id;
