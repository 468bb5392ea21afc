/** Who is in which zone of an account, and who crossed its edge since the last poll. The rules of conditions write it. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

export interface Stay {
  readonly device_id: string
  readonly zone_id: string
  /** Epoch ms. */
  readonly since_ms: number
}

/** Every open stay of the account. */
export async function listStays(db: Db, accountId: string): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select device_id, subject as zone_id, since_ms from device_conditions
    where account_id = ${accountId} and kind = 'in_zone' and until_ms is null`.execute(db)
  return rows
}

/** Those of these stays that ended, with their ends. */
export async function listEndedStays(
  db: Db,
  accountId: string,
  stays: readonly Stay[],
): Promise<(Stay & { readonly until_ms: number })[]> {
  const { rows } = await sql<Stay & { until_ms: number }>`
    select c.device_id, c.subject as zone_id, c.since_ms, c.until_ms
    from unnest(${stays.map(({ device_id }) => device_id)}::text[], ${stays.map(({ zone_id }) => zone_id)}::text[],
      ${stays.map(({ since_ms }) => since_ms)}::bigint[]) as s (device_id, zone_id, since_ms)
    join device_conditions c on c.account_id = ${accountId} and c.device_id = s.device_id and c.kind = 'in_zone'
      and c.subject = s.zone_id and c.since_ms = s.since_ms
    where c.until_ms is not null`.execute(db)
  return rows
}

export interface Crossing extends Stay {
  readonly event: 'enter' | 'leave'
  /** Epoch ms. */
  readonly at_ms: number
}

const keyOf = ({ device_id, zone_id, since_ms }: Stay): string => `${device_id} ${zone_id} ${since_ms}`

export class ZoneStays {
  /** Undefined: never polled. */
  #stays: ReadonlyMap<string, Stay> | undefined

  /** As at the last poll. */
  all(): readonly Stay[] {
    return [...(this.#stays?.values() ?? [])]
  }

  /** Polls, and answers the crossings since; the first poll answers none. Stays in deleted zones end without an event. */
  async look(db: Db, accountId: string): Promise<Crossing[]> {
    const before = this.#stays
    const rows = await listStays(db, accountId)
    const stays = new Map(rows.map((stay) => [keyOf(stay), stay]))
    const entered = before === undefined ? [] : rows.filter((stay) => !before.has(keyOf(stay)))
    const over = [...(before ?? [])].filter(([key]) => !stays.has(key)).map(([, stay]) => stay)
    const left = over.length === 0 ? [] : await listEndedStays(db, accountId, over)
    this.#stays = stays
    return [
      ...left.map(({ until_ms: at_ms, ...stay }) => ({ ...stay, event: 'leave' as const, at_ms })),
      ...entered.map((stay) => ({ ...stay, event: 'enter' as const, at_ms: stay.since_ms })),
    ]
  }
}
