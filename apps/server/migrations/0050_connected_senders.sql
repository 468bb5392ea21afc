-- When a sender last proved who it is (epoch seconds, to the minute), whatever it sent then; null: never yet.
alter table credentials add column connected_at bigint;
