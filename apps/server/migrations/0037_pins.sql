-- The PIN belongs to the account, as the names of carepads under it do (decision 0047). PINs from before encrypted no name, so that there is
-- nothing to read by them: they are created again.
alter table users drop column pin_check;
alter table accounts add column pin_check text not null default '';

-- What stands for a carepad wherever the server writes its name: its id where only browsers can read the name (G30).
alter table carepads add column written_name text not null
  generated always as (case when carepad_name like 'enc:%' then carepad_id else carepad_name end) stored;
