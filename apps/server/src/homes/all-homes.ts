/** The home of every account: here, or at another server. */
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import { repeat } from '../platform/repeat.ts'
import type { Tally } from '../platform/tally.ts'
import { Moved } from '../state/home.ts'
import type { AccountHome, Command, Homes } from './account-home.ts'
import { HomeDoor } from './home-door.ts'
import { RemoteHomes } from './remote-homes.ts'
import type { ShardTable } from './shard-table.ts'
import { shardOf } from './share-out.ts'

interface Deps {
  readonly bus: Bus
  readonly table: ShardTable
  /** Those here. What they do rejects with `Moved` once the account is at home elsewhere. */
  readonly local: Homes
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly tally: Pick<Tally, 'count'>
  /** Does the work once, so many milliseconds later. */
  readonly after?: (ms: number, work: () => void) => void
}

/** Homes are told again this often (ms) of what they could not be told. */
const TELL_AGAIN_MS = 500
/** So many commands are kept for homes that cannot be reached. */
const MOST_UNTOLD = 10_000

interface Untold {
  readonly accountId: string
  readonly command: Command
}

export class AllHomes implements Homes {
  readonly #table: Pick<ShardTable, 'held'>
  readonly #local: Homes
  readonly #remote: RemoteHomes
  readonly #door: HomeDoor
  readonly #tally: Pick<Tally, 'count'>
  /** In their order. */
  readonly #untold: Untold[] = []
  readonly #stop: () => void

  constructor(deps: Deps) {
    this.#table = deps.table
    this.#local = deps.local
    this.#remote = new RemoteHomes(deps)
    this.#door = new HomeDoor({ ...deps, homes: deps.local })
    this.#tally = deps.tally
    this.#stop = repeat(TELL_AGAIN_MS, () => this.tellAgain())
  }

  of(accountId: string): AccountHome {
    const ask = <Answer>(question: (home: AccountHome) => Promise<Answer>) => this.#ask(accountId, question)
    return {
      accept: (sender, speaksAs, observations, receivedAtMs) =>
        ask((home) => home.accept(sender, speaksAs, observations, receivedAtMs)),
      tell: (command) => this.#tell({ accountId, command }),
      flush: () => ask((home) => home.flush()),
      settle: () => ask((home) => home.settle()),
      believedOf: (deviceId) => ask((home) => home.believedOf(deviceId)),
    }
  }

  /** Tells homes what they could not be told before. Never rejects. */
  async tellAgain(): Promise<void> {
    const byAccount = Map.groupBy(this.#untold.splice(0), ({ accountId }) => accountId)
    await Promise.all([...byAccount.values()].map((all) => this.#tellInTurn(all)))
  }

  async #tellInTurn(all: readonly Untold[]): Promise<void> {
    for (const [at, { accountId, command }] of all.entries()) {
      try {
        await this.#ask(accountId, (home) => home.tell(command))
      } catch (error) {
        if (isStorageAway(error)) return void this.#untold.unshift(...all.slice(at))
        this.#tally.count('bug: a home refuses a change', { reason: (error as Error).message })
      }
    }
  }

  /** Other servers are answered no more. */
  close(): void {
    this.#stop()
    this.#door.close()
  }

  /**
   * What people changed is committed: where the home cannot be reached, it is told once it can be. Before a map is replaced nothing is
   * committed yet.
   */
  async #tell({ accountId, command }: Untold): Promise<void> {
    try {
      await this.#ask(accountId, (home) => home.tell(command))
    } catch (error) {
      if (command.kind === 'loadMap' || !isStorageAway(error) || this.#untold.length === MOST_UNTOLD) throw error
      this.#untold.push({ accountId, command })
    }
  }

  async #ask<Answer>(accountId: string, question: (home: AccountHome) => Promise<Answer>): Promise<Answer> {
    if (this.#table.held().has(shardOf(accountId))) {
      try {
        return await question(this.#local.of(accountId))
      } catch (error) {
        if (!(error instanceof Moved)) throw error
      }
    }
    return question(this.#remote.of(accountId))
  }
}
