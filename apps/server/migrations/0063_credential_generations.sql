-- Which password of a sender is meant: the home of an account refuses what a front door took by an earlier one.
alter table credentials add column generation integer not null default 0;
