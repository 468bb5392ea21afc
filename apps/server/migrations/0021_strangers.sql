-- A credential goes on when the link ends whose visitor made it, so its list says which link that was (G32).
alter table credentials add column made_by_link text not null default '';
update credentials set made_by_link = made.name
from (
  select distinct on (account_id, target) account_id, target as sender_id, device_type, name
  from activity_logs where action = 'create_credential'
  order by account_id, target, created_at_ms desc
) made
where made.device_type = 'access_link' and made.account_id = credentials.account_id
  and made.sender_id = credentials.sender_id;

-- Addresses that agreed to be told of an account's alarms (rule 30).
create table confirmed_contacts (
  account_id uuid not null references accounts on delete cascade,
  -- In lower case.
  email text not null,
  confirmed_at_ms bigint not null,
  primary key (account_id, email)
);
-- Alarms go on to whom they went to; but what a visitor named is confirmed first.
insert into confirmed_contacts (account_id, email, confirmed_at_ms)
select distinct account_id, lower(contact ->> 'email'), 0
from alert_settings cross join jsonb_array_elements(contacts) as contact
where 'access_link' is distinct from (
  select device_type from activity_logs
  where activity_logs.account_id = alert_settings.account_id and action = 'change_alert_settings'
  order by created_at_ms desc limit 1
);
alter table mail_links drop constraint mail_links_purpose_check, add check (purpose in ('confirm', 'recovery', 'invitation',
  'remove_account', 'change_email', 'setup', 'remove_trackers', 'remove_stations', 'accept_share', 'confirm_contact'));
