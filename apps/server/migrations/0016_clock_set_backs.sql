-- The log positions from which on the clock was set back: times of before and after say nothing of each other. Times of receipt
-- told only of two things by themselves, and of three nothing that holds together (decision 0029).
create table clock_set_backs (
  log_order bigint primary key
);
alter table tracker_states drop column received_at_ms;
alter table device_conditions drop column since_received_ms;
alter table device_conditions drop column until_received_ms;
