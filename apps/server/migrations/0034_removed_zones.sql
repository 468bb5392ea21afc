-- Attendance is worked out of visits of zones whenever it is asked for (decision 0041). What a removed attendance zone was called stays, so that
-- days in it do too, in whatever way the zone went: by itself, with its map, or with its last station.

create table removed_zones (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  zone_name text not null,
  primary key (account_id, id)
);
create function keep_removed_zone() returns trigger language plpgsql as $$
begin
  -- Zones also go with their account.
  insert into removed_zones (account_id, id, zone_name)
    select old.account_id, old.id, old.zone_name from accounts where account_id = old.account_id
    on conflict do nothing;
  return old;
end $$;
create trigger zones_removed before delete on zones
  for each row when (old.zone_type = 'attendance') execute function keep_removed_zone();
