/** Who is in which zone of an account, and who crossed its edge since it was last looked. */

import { listEndedStays, listStays, type Stay } from '../features/zones/stays.ts'
import type { Db } from '../platform/database.ts'

export interface Crossing extends Stay {
  readonly event: 'enter' | 'leave'
  /** Epoch ms. */
  readonly at_ms: number
}

const keyOf = ({ device_id, zone_id, since_ms }: Stay): string => `${device_id} ${zone_id} ${since_ms}`

export class ZoneStays {
  /** Undefined: never looked. */
  #stays: ReadonlyMap<string, Stay> | undefined

  /** As it was last looked. */
  all(): readonly Stay[] {
    return [...(this.#stays?.values() ?? [])]
  }

  /** Looks, and answers what was crossed since; the first look knows of nothing before. Stays of what was deleted end unsaid. */
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
