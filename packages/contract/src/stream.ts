/**
 * The live stream of a console: server-sent events over fetch with the bearer token.
 * Source: docs/architecture.md#live-data, security rules 55, 53, G59.
 *
 * A console that reconnects sends the id of the last event as `Last-Event-ID` and gets what it missed, or `resync` when that
 * is too long ago and it has to load its lists again. While it catches up, events carry no id: cut off then, it asks again.
 */
import { z } from 'zod'
import { LIST_NAMES } from './lists.ts'
import { Alarm, Notification } from './notifications.ts'
import { Station } from './stations.ts'
import { Tracker } from './trackers.ts'

/** The changes of one batch: each entry names its device and carries only the fields that changed. */
export const StreamEvents = {
  /** First event of each connection. `server_time_ms` lets the console keep its offset to the server's clock. */
  hello: z.object({
    server_time_ms: z.number().int(),
    /** False while this server could not deliver an alarm; a heartbeat follows once it can. Older servers do not send it. */
    is_telling: z.boolean().optional(),
  }),
  /** A tracker the console has not seen before arrives whole. */
  trackers: z.object({ trackers: z.array(Tracker.partial().required({ device_id: true })) }),
  stations: z.object({ stations: z.array(Station.partial().required({ t4_id: true })) }),
  /** Devices that left the lists: removed, not trackable any more, or not shared any more. */
  gone: z.object({ device_ids: z.array(z.string()), t4_ids: z.array(z.string()) }),
  /** Lists to load again when they are shown. */
  lists: z.object({ changed: z.array(z.enum(LIST_NAMES)) }),
  /** Notifications in the listener's language, with `disengage` and `test`, which no list keeps. One may be delivered twice. */
  notifications: z.object({ notifications: z.array(Notification) }),
  /** New states of alarms. */
  alarms: z.object({ alarms: z.array(Alarm) }),
  heartbeat: z.object({ server_time_ms: z.number().int() }),
  /**
   * False: what devices report does not reach this connection for now, because the server that knows the account cannot be reached from here;
   * alarms still arrive. True, with a `resync`, once it does again. Each connection begins as if it was told true.
   */
  live: z.object({ is_live: z.boolean() }),
  /** Load the lists again: too much was missed, or whole lists changed. */
  resync: z.object({}),
  /** The session ended or lost its right to listen. */
  bye: z.object({ code: z.number().int() }),
}
export type StreamEventName = keyof typeof StreamEvents
export type StreamEvent = {
  [Name in StreamEventName]: { event: Name; id: string; data: z.output<(typeof StreamEvents)[Name]> }
}[StreamEventName]
/** Alarm events inside the server, before they are put into a listener's language. */
export type AlarmEvent = {
  [Name in 'notifications' | 'alarms']: Omit<Extract<StreamEvent, { event: Name }>, 'id'>
}['notifications' | 'alarms']
export type TrackerDelta = z.output<typeof StreamEvents.trackers>['trackers'][number]
export type StationDelta = z.output<typeof StreamEvents.stations>['stations'][number]
