/** A ward whose station says what a test lets it hear, and what its people were told by alarms. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { given as makeGiven, type Person } from './given.ts'
import { type Event, notificationsTold } from './listen.ts'
import type { TestApp } from './test-app.ts'

interface Told {
  readonly type: string
  readonly device_id: string
  readonly facts: Record<string, unknown>
  readonly late_since_ms: number | null
}

interface SpeakingStation {
  readonly t4Id: string
  readonly password: string
}

export function ward(app: TestApp) {
  const given = makeGiven(app)
  const { db } = app.database
  let seq = 0

  /**
   * The notifications of the account, in their order, of all reports that are in the states. Those without a time are for push only.
   */
  async function told({ accountId }: Pick<Person, 'accountId'>): Promise<Told[]> {
    const { rows } = await sql<Told>`select type, device_id, facts, late_since_ms from notifications
      where account_id = ${accountId} and event_time_ms > 0 order by event_time_ms`.execute(db)
    return rows
  }

  return {
    told,
    typesTold: async (person: Pick<Person, 'accountId'>) => (await told(person)).map(({ type }) => type),

    /** What a console's stream told of. */
    typesHeard: (events: readonly Event[]): string[] => notificationsTold(events).map(({ type }) => type),

    /** An account with a map of 1000 by 500 pixels and a station in its middle. */
    async newWard() {
      const person = await given.person()
      const mapId = await given.indoorMap(person.accountId, 'Hinoki Garden 2F East')
      const station: SpeakingStation = await given.station(person.accountId, { mapId, x: 500, y: 250 })
      return {
        ...{ person, mapId, station },
        /** Reports what a station hears to a server; answers once it is in the log. */
        async say(scans: readonly object[], atMs = app.clock.now(), by = station, to = app): Promise<void> {
          seq += 1
          const body = { t4_id: by.t4Id, key: by.password, seq, scanned_at_ms: atMs, scans }
          expect((await to.call('POST', '/v3/device/report', { body })).body.code).toBe(200)
        },
        /** Until all that was reported is in the hot rows. */
        async flush(): Promise<void> {
          const { ingest } = app.running
          await expect.poll(() => ingest.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
          await ingest.flush()
        },
      }
    },

    /** A zone that is there, whatever the calls would say of it. */
    async zone(
      accountId: string,
      shape: object,
      rest: { name?: string; type?: string; classes?: number[]; times?: object[] } = {},
    ): Promise<string> {
      const id = randomUUID()
      await sql`insert into zones (account_id, id, zone_name, zone_type, shape, class_indexes, active_times, created_at)
        values (${accountId}, ${id}, ${rest.name ?? 'Stairs B'}, ${rest.type ?? 'danger'}, ${JSON.stringify(shape)}, ${rest.classes ?? null},
          ${rest.times === undefined ? null : JSON.stringify(rest.times)}, 1)`.execute(db)
      app.running.ingest.forget(accountId)
      return id
    },
  }
}
