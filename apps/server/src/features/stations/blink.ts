/** The light of a station, so that a person can find it. Source: specification §4 Station online; G47. */
import { STATION_BLINK } from '@whereabouts/domain/device-settings'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { countCommand, queueCommands, URGENT_MS } from '../device-commands/queue.ts'
import { senderOfStation } from '../device-commands/senders-near.ts'
import { presentStation } from './present.ts'
import { getStation, setBlinking } from './queries.ts'

/** Refuses with 405001 a station that is offline, or of another make, which takes no commands. */
export async function blink(app: App, actor: Actor, t4Id: string, ip: string): Promise<{ blinking_until_ms: number }> {
  const { accountId } = actor
  await flushHotRows(app, accountId)
  const now = app.clock.now()
  const station = await getStation(app.db, accountId, t4Id, now)
  const { connection_status } = presentStation(station, station.state, now)
  const senderId = await senderOfStation(app.db, accountId, t4Id)
  if (connection_status !== 'connected' || senderId === undefined) throw refuse('notAllowed')
  await countCommand(app, actor, t4Id)
  const blinking_until_ms = now + STATION_BLINK.duration * 1000
  await app.db.transaction().execute(async (db) => {
    const { mode, duration } = STATION_BLINK
    const order = { accountId, senderId, deviceId: null, command: 'led', lastsMs: URGENT_MS } as const
    await queueCommands(db, app, [{ ...order, parameters: { mode, duration } }])
    await setBlinking(db, accountId, t4Id, blinking_until_ms)
    await recordActivity(db, app, actor, { action: 'blink_station', target: station.t4_name, ip })
  })
  app.downlink.wake()
  app.streams.stationEdited(accountId, { t4_id: t4Id, blinking_until_ms })
  return { blinking_until_ms }
}
