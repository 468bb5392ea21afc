-- What holds of a device is in its open conditions alone; rules remember what may be about to change (decision 0024).
update tracker_states s set rule_memory = nullif(jsonb_strip_nulls(jsonb_build_object(
  'zones', (select jsonb_agg(zone) from jsonb_array_elements(s.rule_memory -> 'zones') zone
    where zone ->> 'otherwise_ms' is not null),
  'temperature', (select jsonb_build_object('since_order', c.since_order, 'since_ms', s.rule_memory -> 'temperature' -> 'since_ms',
      'seen_ms', s.rule_memory -> 'temperature' -> 'seen_ms')
    from device_conditions c where c.account_id = s.account_id and c.device_id = s.device_id and c.until_ms is null
      and c.subject = '' and c.kind = (s.rule_memory -> 'temperature' ->> 'side') || '_temperature')
)), '{}')
where rule_memory is not null;
