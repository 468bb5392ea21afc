/**
 * The live stream of a console: server-sent events over fetch with the bearer token.
 * Source: docs/architecture.md#live-data, security rules 55, 53, G59.
 *
 * A console that reconnects sends the id of the last event as `Last-Event-ID` and gets what it missed, or `resync` when that is
 * too long ago: then it loads its lists again. Until it has been told, what comes has no id: cut off before, it asks again.
 */
import { z } from 'zod'
import { LIST_NAMES } from './lists.ts'
import { Alarm, Notification } from './notifications.ts'
import { Station } from './stations.ts'
import { Tracker } from './trackers.ts'

/** What one batch changed: an entry names its device and carries only the fields that changed. */
export const StreamEvents = {
  /** First event of each connection. `server_time_ms` lets the console keep its offset to the server's clock. */
  hello: z.object({
    server_time_ms: z.number().int(),
    /** False while this server would not tell of an alarm; a heartbeat comes once it would. Servers of versions before do not say. */
    is_telling: z.boolean().optional(),
  }),
  /** A tracker the console has not seen before arrives whole. */
  trackers: z.object({ trackers: z.array(Tracker.partial().required({ device_id: true })) }),
  stations: z.object({ stations: z.array(Station.partial().required({ t4_id: true })) }),
  /** Devices that left the lists: removed, no longer trackable, or no longer shared. */
  gone: z.object({ device_ids: z.array(z.string()), t4_ids: z.array(z.string()) }),
  /** Load these lists again when they are shown. */
  lists: z.object({ changed: z.array(z.enum(LIST_NAMES)) }),
  /** What happened, in the listener's language; `disengage` and `test` too, which no list keeps. One may come again. */
  notifications: z.object({ notifications: z.array(Notification) }),
  /** What became of alarms. */
  alarms: z.object({ alarms: z.array(Alarm) }),
  heartbeat: z.object({ server_time_ms: z.number().int() }),
  /** Load the lists again: too much was missed, or lists changed as a whole. */
  resync: z.object({}),
  /** The session ended or lost its right to listen. */
  bye: z.object({ code: z.number().int() }),
}
export type StreamEventName = keyof typeof StreamEvents
export type StreamEvent = {
  [Name in StreamEventName]: { event: Name; id: string; data: z.output<(typeof StreamEvents)[Name]> }
}[StreamEventName]
/** What consoles are told of alarms, before it leaves. */
export type AlarmEvent = {
  [Name in 'notifications' | 'alarms']: Omit<Extract<StreamEvent, { event: Name }>, 'id'>
}['notifications' | 'alarms']
export type TrackerDelta = z.output<typeof StreamEvents.trackers>['trackers'][number]
export type StationDelta = z.output<typeof StreamEvents.stations>['stations'][number]
