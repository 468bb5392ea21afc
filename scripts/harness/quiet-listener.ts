/** Hears what ingest tells and does nothing with it: a test takes it and listens to what it is about. */
import type { StateListener } from '../../apps/server/src/state/state-listener.ts'

export const quietListener: StateListener = {
  trackerChanged: () => {},
  stationChanged: () => {},
  commandsChanged: () => {},
  unclaimedChanged: () => {},
}
