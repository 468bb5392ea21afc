-- More makes of senders: see decision 0058.
alter table credentials
  drop constraint credentials_kind_check,
  add constraint credentials_kind_check
    check (kind in ('any', 'native', 'owntracks', 'osmand', 'espresense', 'theengs', 'shelly', 'ruuvi', 'thethings', 'chirpstack',
      'meshtastic', 'teltonika', 'gt06', 'reader', 'zigbee2mqtt'));

-- GPS hardware is known by its IMEI alone, so one account has it.
create unique index credentials_hardware_key on credentials (sender_id)
  where kind in ('teltonika', 'gt06') and revoked_at is null;

-- What a network passes on of a device has no signal strength that says how near it is; it may say where it is.
alter table unclaimed_tags
  alter column rssi drop not null,
  add column gps_latitude double precision,
  add column gps_longitude double precision,
  add column accuracy double precision;
