/** Puts the homes of accounts together: the shards of this server, what it does for the accounts in them, and the way to those elsewhere. */
import type { Bus } from '../bus/bus.ts'
import { createIngest, type IngestDeps } from '../ingest/create-ingest.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { StoredRows } from '../ingest/receive/stored-rows.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Limits } from '../platform/http/limits.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Settings } from '../platform/settings.ts'
import type { Tally } from '../platform/tally.ts'
import type { ChangeConditions } from '../state/conditions.ts'
import type { Fence } from '../state/home.ts'
import type { Homes } from './account-home.ts'
import { AllHomes } from './all-homes.ts'
import { ServerFence } from './fence.ts'
import { savePositions } from './leases.ts'
import { localHomes } from './local-home.ts'
import { ReportRates } from './report-rates.ts'
import { Shards } from './shards.ts'
import { shardOf } from './share-out.ts'

interface Deps extends Pick<IngestDeps, 'listener' | 'withExtras' | 'readLearnt' | 'counts'> {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly tally: Tally
  readonly settings: Pick<Settings, 'accountRows' | 'kept'>
  readonly limits: Limits
  readonly bus: Bus
  /** No other server can be reached. */
  readonly isAlone: boolean
  /** No other server has the database. */
  readonly isOwnDatabase: boolean
  /** Interval of heartbeats (ms), where a test wants more of them. */
  readonly renewEveryMs: number | undefined
  readonly changeConditions: (fence: Fence, ...given: Parameters<ChangeConditions>) => ReturnType<ChangeConditions>
}

interface AllOfHomes {
  readonly shards: Shards
  readonly ingest: Ingest
  readonly storedRows: StoredRows
  readonly homes: Homes
  /** Takes nothing more from other servers. */
  closeHomes(): void
}

export function createHomes(deps: Deps): AllOfHomes {
  const { database, clock, random, log, tally, settings, limits, bus, changeConditions } = deps
  const { db, pool } = database
  const fence = new ServerFence(db, random.uuid())
  const ingest = createIngest({
    ...{ fence, db, pool, clock, log },
    ...{ listener: deps.listener, withExtras: deps.withExtras, readLearnt: deps.readLearnt, counts: deps.counts },
    shards: {
      shardOf,
      held: () => [...shards.held().keys()],
      holds: (accountId) => shards.holds(accountId),
      savePositions: (numbers, position) => savePositions(db, fence.serverId, numbers, position),
    },
    changeConditions: (...given) => changeConditions(fence, ...given),
  })
  const shards = new Shards({
    ...{ db, clock, log, fence, home: ingest.moves, newId: () => random.uuid() },
    connectionName: database.connectionName,
    bus: deps.isAlone ? undefined : bus,
    isOwnDatabase: deps.isOwnDatabase,
    ...(deps.renewEveryMs !== undefined && { renewEveryMs: deps.renewEveryMs }),
  })
  const { accountRows: quota, kept } = settings
  const storedRows = new StoredRows({ db, clock, log, quota, days: kept.logDays })
  const local = localHomes({ ingest, storedRows, reportRates: new ReportRates(limits, { clock, log }) })
  const homes = new AllHomes({ bus, table: shards, local, clock, log, tally })
  return { shards, ingest, storedRows, homes, closeHomes: () => homes.close() }
}
