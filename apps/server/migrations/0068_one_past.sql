-- The open stay and the steps of the day stand with all else that the past goes on from (decision 0086).
update tracker_states s set past = jsonb_strip_nulls(jsonb_build_object(
    'visits', coalesce(s.past::jsonb->'visits', '[]'), 'positions', '[]'::jsonb,
    'stays', case when o.open_stay is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'kind', (array['station', 'phone', 'moving'])[(o.open_stay->>0)::int + 1],
      'from_ms', o.open_stay->1, 'until_ms', greatest((o.open_stay->>2)::bigint, (o.open_stay->>17)::bigint),
      'sender_id', o.open_stay->3, 'sender_name', o.open_stay->4, 'map_id', o.open_stay->5,
      'indoor_X', o.open_stay->6, 'indoor_Y', o.open_stay->7, 'gps_latitude', o.open_stay->8, 'gps_longitude', o.open_stay->9,
      'rssi', (o.open_stay->>10)::float / nullif((o.open_stay->>11)::float, 0), 'sightings', o.open_stay->12,
      'device_name', o.open_stay->13, 'class_index', o.open_stay->14, 'known_from_ms', 0)) end,
    'steps', s.step_memory::jsonb || jsonb_build_object('reading', s.steps)))
  from (select account_id, device_id, open_stay::jsonb as open_stay from tracker_states) o
  where o.account_id = s.account_id and o.device_id = s.device_id
    and (o.open_stay is not null or s.past is not null or s.step_memory is not null);
alter table tracker_states drop column open_stay, drop column step_memory;
