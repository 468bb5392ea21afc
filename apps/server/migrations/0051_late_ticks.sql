-- A tick that reaches the server after its roll-call ended is shown as late (decision 0045).

alter table roll_call_ticks add column arrived_late_ms bigint;
