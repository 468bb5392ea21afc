/** The home of every account: here, or at another server. */
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Tally } from '../platform/tally.ts'
import { Moved } from '../state/home.ts'
import type { AccountHome, Homes } from './account-home.ts'
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

export class AllHomes implements Homes {
  readonly #table: Pick<ShardTable, 'held'>
  readonly #local: Homes
  readonly #remote: RemoteHomes
  readonly #door: HomeDoor

  constructor(deps: Deps) {
    this.#table = deps.table
    this.#local = deps.local
    this.#remote = new RemoteHomes(deps)
    this.#door = new HomeDoor({ ...deps, homes: deps.local })
  }

  of(accountId: string): AccountHome {
    const ask = async <Answer>(question: (home: AccountHome) => Promise<Answer>): Promise<Answer> => {
      if (this.#table.held().has(shardOf(accountId))) {
        try {
          return await question(this.#local.of(accountId))
        } catch (error) {
          if (!(error instanceof Moved)) throw error
        }
      }
      return question(this.#remote.of(accountId))
    }
    return {
      accept: (sender, speaksAs, observations, receivedAtMs) =>
        ask((home) => home.accept(sender, speaksAs, observations, receivedAtMs)),
      tell: (command) => ask((home) => home.tell(command)),
      flush: () => ask((home) => home.flush()),
      believedOf: (deviceId) => ask((home) => home.believedOf(deviceId)),
    }
  }

  /** Other servers are answered no more. */
  close(): void {
    this.#door.close()
  }
}
