-- Hardware is added after its security exchange, and what was never heard within a day is free again (rule 44).
alter table bind_checks add column exchanged_at_ms bigint;
alter table bindings add column bound_at_ms bigint not null default 0;
