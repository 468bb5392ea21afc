/** Writes of many accounts together, of which one that is blocked, as by a lock, delays no other one. Source: decisions 0024, 0083. */
import type { Clock } from '../../platform/clock.ts'
import { isHeldUp } from '../../platform/postgres/storage-away.ts'

/** A write continues with one account after the other for this long (ms); the account it does not reach is first at the next. */
const ONE_BY_ONE_MS = 2000

interface Deps<Item> {
  readonly clock: Clock
  readonly accountOf: (item: Item) => string
  /** Items of one write. */
  readonly atOnce: number
  /** An account is blocked; its items wait. */
  readonly onBlocked: (error: unknown) => void
}

export class ByAccount<Item> {
  readonly #deps: Deps<Item>
  /** Each is tried by itself, after all others, in this order. */
  readonly #blocked = new Set<string>()

  constructor(deps: Deps<Item>) {
    this.#deps = deps
  }

  /** The accounts that were blocked when anything of them was tried last. */
  get blocked(): ReadonlySet<string> {
    return this.#blocked
  }

  /** Drops accounts as they are. No write may be going on. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#blocked) if (isTheirs(accountId)) this.#blocked.delete(accountId)
  }

  /** Calls `write`, which does all or nothing, with parts of what is left, and takes out what it has done: all but that of blocked accounts. */
  async write(left: Set<Item>, write: (part: readonly Item[]) => Promise<void>): Promise<void> {
    const { accountOf, onBlocked, clock } = this.#deps
    const byAccount = Map.groupBy(left, accountOf)
    for (const part of this.#partsOf([...left])) {
      // Earlier items of the account wait, so these do.
      const free = part.filter((item) => !this.#blocked.has(accountOf(item)))
      try {
        await writePart(free, left, write)
      } catch (error) {
        if (!isHeldUp(error)) throw error
        for (const item of free) this.#blocked.add(accountOf(item))
      }
    }
    const untilMs = clock.steady() + ONE_BY_ONE_MS
    for (const accountId of [...this.#blocked]) {
      if (clock.steady() > untilMs) return
      const items = byAccount.get(accountId)?.filter((item) => left.has(item)) ?? []
      if (items.length === 0) continue
      this.#blocked.delete(accountId)
      try {
        for (const part of this.#partsOf(items)) await writePart(part, left, write)
      } catch (error) {
        // Behind those that were not tried yet.
        this.#blocked.add(accountId)
        if (!isHeldUp(error)) throw error
        onBlocked(error)
      }
    }
  }

  *#partsOf(items: readonly Item[]): Iterable<readonly Item[]> {
    const { atOnce } = this.#deps
    for (let done = 0; done < items.length; done += atOnce) yield items.slice(done, done + atOnce)
  }
}

async function writePart<Item>(
  part: readonly Item[],
  left: Set<Item>,
  write: (part: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (part.length === 0) return
  await write(part)
  for (const item of part) left.delete(item)
}
