-- Access links let visitors in for a while; a visitor's session ends with its link (G33).

create table access_links (
  account_id uuid not null references accounts on delete cascade,
  link_id uuid not null,
  -- SHA-256 of the code for finding it, and the code sealed for showing it again (security rule 18).
  code_hash bytea not null,
  code_sealed bytea not null,
  name text not null,
  role text not null check (role in ('deputy', 'support', 'readonly')),
  password_hash text,
  notes text not null default '',
  -- Null: no end.
  expire_time bigint,
  created_time bigint not null,
  primary key (account_id, link_id)
);
create unique index access_links_code_key on access_links (code_hash);
create unique index access_links_name_key on access_links (account_id, name);
-- A support link is there once (specification §4).
create unique index access_links_support_key on access_links (account_id) where role = 'support';

-- A visitor's language and read marks are the session's own, never the owner's.
alter table sessions
  add column link_id uuid,
  add column locale text check (locale in ('en-us', 'zh-tw', 'ja-jp')),
  add column unread_count integer check (unread_count >= 0),
  add foreign key (account_id, link_id) references access_links on delete cascade;
create index sessions_link on sessions (account_id, link_id) where link_id is not null;
