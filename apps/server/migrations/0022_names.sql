-- Names that only look alike, such as in full width, are one name (rule 20). Those that were taken before are told apart by their id.
drop index access_links_name_key;
update access_links set name = left(access_links.name, 40) || ' (' || access_links.link_id || ')'
from (
  select account_id, link_id, row_number() over (partition by account_id, normalize(name, NFKC) order by link_id) as place from access_links
) alike
where alike.account_id = access_links.account_id and alike.link_id = access_links.link_id and place > 1;
create unique index access_links_name_key on access_links (account_id, normalize(name, NFKC));
drop index indoor_maps_name_key;
update indoor_maps set map_name = left(indoor_maps.map_name, 40) || ' (' || indoor_maps.id || ')'
from (
  select account_id, id, row_number() over (partition by account_id, normalize(map_name, NFKC) order by id) as place from indoor_maps
) alike
where alike.account_id = indoor_maps.account_id and alike.id = indoor_maps.id and place > 1;
create unique index indoor_maps_name_key on indoor_maps (account_id, normalize(map_name, NFKC));
drop index stations_name_key;
update stations set t4_name = left(stations.t4_name, 40) || ' (' || stations.t4_id || ')'
from (
  select account_id, t4_id, row_number() over (partition by account_id, normalize(t4_name, NFKC) order by t4_id) as place from stations
) alike
where alike.account_id = stations.account_id and alike.t4_id = stations.t4_id and place > 1;
create unique index stations_name_key on stations (account_id, normalize(t4_name, NFKC));
drop index trackers_name_key;
update trackers set name = left(trackers.name, 40) || ' (' || trackers.device_id || ')'
from (
  select account_id, device_id, row_number() over (partition by account_id, normalize(name, NFKC) order by device_id) as place from trackers
) alike
where alike.account_id = trackers.account_id and alike.device_id = trackers.device_id and place > 1;
create unique index trackers_name_key on trackers (account_id, normalize(name, NFKC));
drop index loggers_name_key;
update loggers set logger_name = left(loggers.logger_name, 40) || ' (' || loggers.logger_id || ')'
from (
  select account_id, logger_id, row_number() over (partition by account_id, normalize(logger_name, NFKC) order by logger_id) as place from loggers
) alike
where alike.account_id = loggers.account_id and alike.logger_id = loggers.logger_id and place > 1;
create unique index loggers_name_key on loggers (account_id, normalize(logger_name, NFKC));
drop index carepads_name_key;
update carepads set carepad_name = left(carepads.carepad_name, 40) || ' (' || carepads.carepad_id || ')'
from (
  select account_id, carepad_id, row_number() over (partition by account_id, normalize(carepad_name, NFKC) order by carepad_id) as place from carepads
) alike
where alike.account_id = carepads.account_id and alike.carepad_id = carepads.carepad_id and place > 1;
create unique index carepads_name_key on carepads (account_id, normalize(carepad_name, NFKC));
drop index zones_name_key;
update zones set zone_name = left(zones.zone_name, 40) || ' (' || zones.id || ')'
from (
  select account_id, id, row_number() over (partition by account_id, normalize(zone_name, NFKC) order by id) as place from zones
) alike
where alike.account_id = zones.account_id and alike.id = zones.id and place > 1;
create unique index zones_name_key on zones (account_id, normalize(zone_name, NFKC));
