-- A phone that is signed in says which of the account's phones it is, so that its forced sign-out ends its tracking (G23).
alter table sessions add column phone_id text;
