/** A list that lives: rows by id, kept in the order of their names, filtered in time that grows with the number of rows and no faster. */
import { TRACKER_STATUSES, type TrackerStatus } from '@whereabouts/domain/trackers'
import { type Listing, type ListingQuery, listingOf } from './listing.ts'

/** What the table needs to know of a row. */
export interface RowFacts<Row> {
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** What else a filter finds it by, beside its id: numbers on its label. */
  readonly labelsOf: (row: Row) => readonly string[]
  /** Words beside name and id that a filter finds: places. Few differ, so they are kept once each. */
  readonly placeOf: (row: Row) => string
  readonly statusOf: (row: Row, now: number) => TrackerStatus
  /** Epoch seconds at which time alone changes the status; Infinity for never. */
  readonly nextChangeOf: (row: Row, now: number) => number
  /** -1: none. */
  readonly classOf: (row: Row) => number
  /** Percent; null: unknown. */
  readonly batteryOf: (row: Row) => number | null
  /** True where somebody should look after it without any alarm. */
  readonly isInNeed: (row: Row, status: TrackerStatus) => boolean
}

export class LiveTable<Row> {
  readonly #facts: RowFacts<Row>
  readonly #compare: (one: string, other: string) => number
  readonly #slots = new Map<string, number>()
  readonly #rows: Row[] = []
  /** Lower-case name, id and labels of each slot. */
  readonly #words: string[] = []
  readonly #places: string[] = []
  readonly #placeSlots = new Map<string, number>()
  #place = new Int32Array(256)
  #status = new Uint8Array(256)
  #due = new Float64Array(256)
  #byName = new Uint32Array(0)

  constructor(facts: RowFacts<Row>, compareNames: (one: string, other: string) => number) {
    this.#facts = facts
    this.#compare = compareNames
  }

  get count(): number {
    return this.#rows.length
  }

  get(id: string): Row | undefined {
    const slot = this.#slots.get(id)
    return slot === undefined ? undefined : this.#rows[slot]
  }

  at(slot: number): Row | undefined {
    return this.#rows[slot]
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  statusAt(slot: number): TrackerStatus {
    return TRACKER_STATUSES[this.#status[slot] as number] ?? 'offline'
  }

  rows(): readonly Row[] {
    return this.#rows
  }

  /** Adds rows not seen before and replaces the others. Costs a sort of the new ones and one walk over the rest. */
  put(rows: readonly Row[], now: number): void {
    const added: number[] = []
    const renamed = new Set<number>()
    for (const row of rows) {
      const known = this.#slots.get(this.#facts.idOf(row))
      if (known !== undefined && this.#rename(known, row)) renamed.add(known)
      const slot = known ?? this.#add(row)
      if (known === undefined) added.push(slot)
      this.#rows[slot] = row
      this.#learn(slot, now)
    }
    if (added.length > 0 || renamed.size > 0) this.#order([...added, ...renamed], renamed)
  }

  /** Changes fields of a row. Undefined where there is no such row. */
  patch(id: string, change: Partial<Row>, now: number): Row | undefined {
    const slot = this.#slots.get(id)
    if (slot === undefined) return undefined
    const next = { ...(this.#rows[slot] as Row), ...change }
    if (this.#rename(slot, next)) {
      this.#rows[slot] = next
      this.#order([slot], new Set([slot]))
    }
    this.#rows[slot] = next
    this.#learn(slot, now)
    return next
  }

  /** Takes rows out; those behind them move up to other slots. Costs one walk over all rows. */
  remove(ids: readonly string[]): void {
    const gone = new Set(ids.flatMap((id) => this.#slots.get(id) ?? []))
    if (gone.size === 0) return
    for (const id of ids) this.#slots.delete(id)
    const movedTo = new Int32Array(this.#rows.length).fill(-1)
    let next = 0
    for (let slot = 0; slot < this.#rows.length; slot++) {
      if (gone.has(slot)) continue
      const row = this.#rows[slot] as Row
      this.#rows[next] = row
      this.#slots.set(this.#facts.idOf(row), next)
      this.#words[next] = this.#words[slot] as string
      this.#place[next] = this.#place[slot] as number
      this.#status[next] = this.#status[slot] as number
      this.#due[next] = this.#due[slot] as number
      movedTo[slot] = next++
    }
    this.#rows.length = next
    this.#words.length = next
    this.#byName = this.#byName.filter((slot) => !gone.has(slot)).map((slot) => movedTo[slot] as number)
  }

  /** Lets time pass: slots whose status time alone has changed. */
  age(now: number): number[] {
    const changed: number[] = []
    for (let slot = 0; slot < this.#rows.length; slot++) {
      if ((this.#due[slot] as number) > now) continue
      const before = this.#status[slot]
      this.#learn(slot, now)
      if (this.#status[slot] !== before) changed.push(slot)
    }
    return changed
  }

  /** The row of a slot as a new object, so that its subscribers see that its status changed. */
  renew(slot: number): Row {
    const row = { ...(this.#rows[slot] as Row) }
    this.#rows[slot] = row
    return row
  }

  /** Slots in the order of their names. */
  byName(): Uint32Array {
    return this.#byName
  }

  /** Lower-case name, id and labels, a line each. */
  wordsAt(slot: number): string {
    return this.#words[slot] ?? ''
  }

  /** How many rows are in each status, in no list but the whole. */
  countByStatus(): Record<TrackerStatus, number> {
    const counts = { connected: 0, disconnected: 0, offline: 0 }
    for (let slot = 0; slot < this.#rows.length; slot++) counts[this.statusAt(slot)]++
    return counts
  }

  isInNeedAt(slot: number): boolean {
    return this.#facts.isInNeed(this.#rows[slot] as Row, this.statusAt(slot))
  }

  /** -1: none. */
  classAt(slot: number): number {
    return this.#facts.classOf(this.#rows[slot] as Row)
  }

  /** Percent; null: unknown. */
  batteryAt(slot: number): number | null {
    return this.#facts.batteryOf(this.#rows[slot] as Row)
  }

  listing(query: ListingQuery): Listing {
    return listingOf(this, this.#filtered(query.filter), query)
  }

  #filtered(filter: string): Uint32Array {
    const wanted = filter.trim().toLowerCase()
    if (wanted === '') return this.#byName
    const placeFits = this.#places.map((place) => place.includes(wanted))
    return this.#byName.filter((slot) => {
      return (this.#words[slot] as string).includes(wanted) || placeFits[this.#place[slot] as number] === true
    })
  }

  #add(row: Row): number {
    const slot = this.#rows.length
    this.#rows.push(row)
    this.#slots.set(this.#facts.idOf(row), slot)
    this.#words.push(this.#wordsOf(row))
    if (slot >= this.#status.length) {
      this.#place = grown(this.#place, new Int32Array(slot * 2))
      this.#status = grown(this.#status, new Uint8Array(slot * 2))
      this.#due = grown(this.#due, new Float64Array(slot * 2))
    }
    return slot
  }

  #wordsOf(row: Row): string {
    return [this.#facts.nameOf(row), this.#facts.idOf(row), ...this.#facts.labelsOf(row)].join('\n').toLowerCase()
  }

  /** True when the row brings another name for its slot; words it brings count from now on. */
  #rename(slot: number, row: Row): boolean {
    const before = this.#rows[slot] as Row
    const isRenamed = this.#facts.nameOf(before) !== this.#facts.nameOf(row)
    const labels = this.#facts.labelsOf(before)
    const isRelabelled = this.#facts.labelsOf(row).some((label, at) => label !== labels[at])
    if (isRenamed || isRelabelled) this.#words[slot] = this.#wordsOf(row)
    return isRenamed
  }

  #learn(slot: number, now: number): void {
    const row = this.#rows[slot] as Row
    this.#status[slot] = TRACKER_STATUSES.indexOf(this.#facts.statusOf(row, now))
    this.#due[slot] = this.#facts.nextChangeOf(row, now)
    const place = this.#facts.placeOf(row).toLowerCase()
    let placeSlot = this.#placeSlots.get(place)
    if (placeSlot === undefined) {
      placeSlot = this.#places.push(place) - 1
      this.#placeSlots.set(place, placeSlot)
    }
    this.#place[slot] = placeSlot
  }

  /** Sorts `moved` by name and merges them into the order; those in `taken` leave their old places. */
  #order(moved: number[], taken: ReadonlySet<number>): void {
    const nameAt = (slot: number): string => this.#facts.nameOf(this.#rows[slot] as Row)
    moved.sort((one, other) => this.#compare(nameAt(one), nameAt(other)) || one - other)
    const rest = taken.size === 0 ? this.#byName : this.#byName.filter((slot) => !taken.has(slot))
    const merged = new Uint32Array(this.#rows.length)
    let from = 0
    let at = 0
    for (const slot of moved) {
      const name = nameAt(slot)
      const to = firstBeyond(from, rest.length, (index) => this.#compare(nameAt(rest[index] as number), name) > 0)
      merged.set(rest.subarray(from, to), at)
      at += to - from
      merged[at++] = slot
      from = to
    }
    merged.set(rest.subarray(from), at)
    this.#byName = merged
  }
}

/**
 * The first index from `from` on that lies beyond, in a row that is so from some index on; `end` where none does.
 * Strides double before they halve: near ones are found in a few questions, far ones in no more than twice the least.
 */
function firstBeyond(from: number, end: number, isBeyond: (index: number) => boolean): number {
  let low = from
  let high = from
  for (let stride = 1; high < end && !isBeyond(high); stride *= 2) {
    low = high + 1
    high += stride
  }
  high = Math.min(high, end)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBeyond(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function grown<Column extends Int32Array | Uint8Array | Float64Array>(column: Column, wider: Column): Column {
  wider.set(column)
  return wider
}
