-- Questions about the past (decision 0044): conditions and alarms of an account by time.

create index device_conditions_began on device_conditions (account_id, since_ms);
create index device_conditions_ended on device_conditions (account_id, until_ms) where until_ms is not null;
-- Those that an instant may lie in though they began more than a day (86400000 ms) before it: few.
create index device_conditions_long on device_conditions (account_id, since_ms)
  where until_ms is null or until_ms - since_ms > 86400000;
create index alarms_raised on alarms (account_id, raised_at_ms);

-- Stays that a time may lie in though they began more than a day before it: few.
create index stays_long on stays (account_id, sender_id, from_ms) where until_ms - from_ms > 86400000;
