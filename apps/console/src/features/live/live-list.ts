/**
 * One list of the server that lives: its rows and their markers. The list fills it, the stream keeps it true, time ages it.
 * What the stream says while the list is being loaded waits: it is newer than the list, or repeats it.
 */
import type { MarkerChange, Plane } from '../../map/marker.ts'
import type { RowKind } from './kinds.ts'
import { LiveTable } from './live-table.ts'
import { isSameLook } from './marker-changes.ts'

/** Who draws the markers; the worker, or nobody in a test. */
export interface MarkerFeed {
  apply(changes: readonly MarkerChange[]): void
  remove(ids: readonly string[]): void
  setPlanes(planes: readonly Plane[]): void
}

interface LiveListSettings {
  readonly feed: MarkerFeed
  /** Epoch seconds by the server's clock. */
  readonly now: () => number
  readonly compareNames: (one: string, other: string) => number
  /** A row came, went or changed. */
  readonly onRow: (id: string) => void
  readonly onChange: () => void
}

export class LiveList<Row extends Delta, Delta extends object> {
  readonly #kind: RowKind<Row, Delta>
  readonly #settings: LiveListSettings
  #table: LiveTable<Row>
  /** What is due once the list is in; undefined while nothing is loaded. */
  #waiting: (() => void)[] | undefined = []

  constructor(kind: RowKind<Row, Delta>, settings: LiveListSettings) {
    this.#kind = kind
    this.#settings = settings
    this.#table = this.#emptyTable()
  }

  get table(): LiveTable<Row> {
    return this.#table
  }

  /**
   * Takes the whole list, page by page as it comes. What the list no longer holds leaves the map when the last page is in;
   * messages that came meanwhile are applied then. A list that breaks off leaves what was there.
   */
  async load(pages: AsyncIterable<readonly Row[]>): Promise<void> {
    const { idOf, place, look, statusOf, lighten } = this.#kind
    const { feed, now, onChange } = this.#settings
    this.#waiting ??= []
    const isFirst = this.#table.count === 0
    const next = this.#emptyTable()
    try {
      for await (const page of pages) {
        const time = now()
        for (const row of page) lighten(row)
        next.put(page, time)
        feed.apply(page.flatMap((row) => [place(row) ?? { id: idOf(row) }, look(row, statusOf(row, time))]))
        if (isFirst) this.#table = next
        onChange()
      }
      feed.remove(
        this.#table
          .rows()
          .map(idOf)
          .filter((id) => next.slotOf(id) === undefined),
      )
      this.#table = next
    } finally {
      this.settle()
    }
  }

  /** The list is in, or will not come: what waits for it is due. */
  settle(): void {
    const due = this.#waiting ?? []
    this.#waiting = undefined
    for (const change of due) change()
  }

  /** Takes rows and pieces of rows. The worker has put the markers where they say; here go the rows, and how markers look. */
  take(deltas: readonly Delta[]): void {
    const takeLate = () => {
      // The worker has heard them before the list came, which then put its markers where they were earlier.
      this.#settings.feed.apply(deltas.flatMap((delta) => this.#kind.place(delta) ?? []))
      this.#takeNow(deltas)
    }
    if (this.#waiting === undefined) this.#takeNow(deltas)
    else this.#waiting.push(takeLate)
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return
    if (this.#waiting === undefined) this.#removeNow(ids)
    else this.#waiting.push(() => this.#removeNow(ids))
  }

  /** Lets time pass. */
  age(): void {
    const looks: MarkerChange[] = []
    for (const slot of this.#table.age(this.#settings.now())) {
      const row = this.#table.renew(slot)
      looks.push(this.#kind.look(row, this.#table.statusAt(slot)))
      this.#settings.onRow(this.#kind.idOf(row))
    }
    if (looks.length === 0) return
    this.#settings.feed.apply(looks)
    this.#settings.onChange()
  }

  #emptyTable(): LiveTable<Row> {
    return new LiveTable(this.#kind, this.#settings.compareNames)
  }

  #takeNow(deltas: readonly Delta[]): void {
    const { idIn, isWhole, look, statusOf, lighten } = this.#kind
    const { feed, now, onRow, onChange } = this.#settings
    const time = now()
    const looks: MarkerChange[] = []
    /** Not seen before, by id. */
    const arrived = new Map<string, Row>()
    for (const delta of deltas) {
      const id = idIn(delta)
      const slot = this.#table.slotOf(id)
      if (slot === undefined) {
        const known = arrived.get(id)
        if (known !== undefined || isWhole(delta)) arrived.set(id, { ...known, ...lighten(delta) } as Row)
        continue
      }
      const before = look(this.#table.at(slot) as Row, this.#table.statusAt(slot))
      const row = this.#table.patch(id, lighten(delta) as Partial<Row>, time) as Row
      const after = look(row, this.#table.statusAt(slot))
      if (!isSameLook(before, after)) looks.push(after)
      onRow(id)
    }
    if (arrived.size > 0) {
      this.#table.put([...arrived.values()], time)
      for (const [id, row] of arrived) {
        looks.push(look(row, statusOf(row, time)))
        onRow(id)
      }
    }
    if (looks.length > 0) feed.apply(looks)
    onChange()
  }

  #removeNow(ids: readonly string[]): void {
    this.#table.remove(ids)
    this.#settings.feed.remove(ids)
    for (const id of ids) this.#settings.onRow(id)
    this.#settings.onChange()
  }
}
