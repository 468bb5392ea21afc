/** Slots of a table in an order, as a grid and its ticks ask for them: by place, and by id. */
import type { SiteTable } from '../../features/live/site-view.ts'
import type { TickList } from '../../ui/grid/ticks.ts'

export interface SlotList extends TickList {
  /** -1: it is not listed. */
  readonly indexOf: (id: string) => number
  /** All of them, in their order. */
  readonly ids: () => readonly string[]
}

export function slotList<Row>(table: SiteTable<Row>, slots: Uint32Array, idOf: (row: Row) => string): SlotList {
  const listed = new Uint8Array(table.count)
  for (const slot of slots) listed[slot] = 1
  const idAtSlot = (slot: number | undefined) => {
    const row = slot === undefined ? undefined : table.at(slot)
    return row && idOf(row)
  }
  return {
    count: slots.length,
    idAt: (index) => idAtSlot(slots[index]),
    has: (id) => listed[table.slotOf(id) ?? -1] === 1,
    indexOf: (id) => {
      const slot = table.slotOf(id)
      return slot === undefined ? -1 : slots.indexOf(slot)
    },
    ids: () => Array.from(slots, idAtSlot).filter((id) => id !== undefined),
  }
}
