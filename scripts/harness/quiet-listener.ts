/** Hears what the fleet tells and does nothing with it: a test takes it and listens to what it is about. */
import type { FleetListener } from '../../apps/server/src/ingest/fleet-listener.ts'

export const quietListener: FleetListener = {
  trackerChanged: () => {},
  stationChanged: () => {},
  ordersChanged: () => {},
  unclaimedChanged: () => {},
  editedElsewhere: () => {},
  reload: () => {},
  raised: () => {},
}
