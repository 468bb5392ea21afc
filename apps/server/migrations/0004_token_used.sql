-- Whether the current token was ever used. Until then its answer may have been lost, and the token before it is no thief's.

alter table sessions add column token_used boolean not null default false;
