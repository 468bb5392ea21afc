-- Humidity beside temperatures (decision 0043), what a carepad measures, and the unit of an account, which its carepads have
-- unless they have one of their own (G70).

alter table location_logs add column humidity double precision;
alter table tracker_states add column humidity double precision;
alter table temperature_hours add column humidities smallint[];
alter table temperatures_thinned add column humidity real;

alter table accounts add column temperature_unit text not null default 'C' check (temperature_unit in ('C', 'F'));
-- Otherwise its unit follows the account's, which was C until now.
alter table carepads add column has_own_unit boolean not null default false;
update carepads set has_own_unit = true where temperature_unit <> 'C';
-- Null: nothing is too cold.
alter table carepads alter column threshold_low drop not null;
alter table carepads add column measures text not null default 'body'
  check (measures in ('body', 'room', 'fridge', 'freezer'));
