-- Mail and what people confirm by it, other services' sign-in, pictures, integrators, LINE.

alter table accounts
  -- The integrator's user that made it; null: it came by itself.
  add column integrator_account_id uuid references accounts on delete restrict,
  -- May have stations (G37).
  add column location_service boolean not null default true;
create index accounts_integrator on accounts (integrator_account_id) where integrator_account_id is not null;

alter table users
  -- What the browser proves a PIN by; the server cannot read it (G30).
  add column pin_check text not null default '',
  -- Who another service says it is: the key is its issuer and subject, never the e-mail (security rule 7).
  add column provider_issuer text,
  add column provider_subject text,
  add constraint users_provider_whole check ((provider_issuer is null) = (provider_subject is null));
create unique index users_provider_key on users (provider_issuer, provider_subject);

-- Words of other services on who somebody is, each good once (security rule 7).
create table used_id_tokens (
  -- SHA-256 of what the service signed.
  token_hash bytea primary key,
  -- Past it the token is refused anyway.
  expires_at_ms bigint not null
);

-- Links in mails; used once by one atomic update (security rule 9).
create table mail_links (
  -- SHA-256 of the token in the link's fragment.
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm', 'recovery', 'invitation', 'remove_account', 'change_email', 'setup')),
  -- Null: the setup link of a fresh server.
  account_id uuid,
  user_id uuid,
  -- The address it concerns, as an e-mail change knows a new one.
  email text not null default '',
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint,
  foreign key (account_id, user_id) references users on delete cascade
);
create index mail_links_user on mail_links (account_id, user_id, purpose);

-- Mails on their way. Without an SMTP server they stay here, for the operator to read (G26).
create table mails (
  id uuid primary key,
  -- Null: of nobody's account.
  account_id uuid references accounts on delete cascade,
  email text not null,
  kind text not null,
  subject text not null,
  -- Emptied once it is sent, as links in it are secrets.
  body_text text not null,
  body_html text not null,
  created_at_ms bigint not null,
  -- Null: nothing more to try.
  next_try_at_ms bigint,
  tries integer not null default 0,
  sent_at_ms bigint,
  -- Why the last try failed, as the mail server put it.
  fault text not null default ''
);
create index mails_due on mails (next_try_at_ms) where next_try_at_ms is not null;
create index mails_of_address on mails (lower(email), created_at_ms);

-- Accounts that are gone, until the history of their devices is erased too (security rule 36).
create table erasures (
  account_id uuid primary key,
  created_at_ms bigint not null
);

-- Uploads, decoded and encoded anew, by unguessable names (security rules 22, 23).
create table media (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  image_type text not null check (image_type in ('image/png', 'image/jpeg')),
  image bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at bigint not null,
  primary key (account_id, name)
);

-- LINE groups: a code the bot posted waits for a nickname, then the group gets the account's alerts (G62).
create table line_codes (
  code_hash bytea primary key,
  group_id text not null,
  created_at_ms bigint not null
);
create table line_groups (
  account_id uuid not null references accounts on delete cascade,
  line_group_id uuid not null,
  -- LINE's own name of the group.
  group_id text not null,
  note text not null,
  created_time bigint not null,
  primary key (account_id, line_group_id)
);
create unique index line_groups_group_key on line_groups (account_id, group_id);

-- Calls that came with an Idempotency-Key (security rule 47).
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  -- Of whom: nobody else is given its answer.
  session_id uuid not null,
  key_hash bytea not null,
  -- Of method, address and body.
  request_hash bytea not null,
  -- Sealed; null while it is under way.
  answer bytea,
  created_at_ms bigint not null,
  primary key (account_id, session_id, key_hash)
);
create index idempotency_keys_old on idempotency_keys (created_at_ms);
