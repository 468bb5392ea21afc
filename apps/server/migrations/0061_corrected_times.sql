-- Reports whose clock was behind by weeks of GPS are shown as corrected (decision 0067).

alter table location_logs add column lost_weeks boolean;
alter table tracker_states add column time_corrected boolean not null default false;
