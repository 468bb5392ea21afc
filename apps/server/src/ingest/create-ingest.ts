/** Puts ingest together: each part is given finished ones. */
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import { repeat } from '../platform/repeat.ts'
import type { ChangeConditions } from '../state/conditions.ts'
import type { Fence } from '../state/home.ts'
import type { ReadLearnt } from '../state/learnt.ts'
import { listOpenConditionsOf } from '../state/open-conditions.ts'
import { makePartitionsAhead } from '../state/partitions.ts'
import type { StateListener } from '../state/state-listener.ts'
import type { WithExtras } from '../state/tracker-row.ts'
import { AccountMoves } from './account-moves.ts'
import { ApplyQueue } from './apply/apply-queue.ts'
import { Beliefs } from './apply/beliefs.ts'
import { CommandReports } from './apply/command-reports.ts'
import { DeviceStates } from './apply/device-states.ts'
import { Pasts } from './apply/pasts.ts'
import { RowApplier } from './apply/row-applier.ts'
import { Sites } from './apply/sites.ts'
import { Ingest } from './ingest.ts'
import { AheadReports } from './log/ahead-reports.ts'
import { ClockSetBacks } from './log/clock-set-backs.ts'
import { LogPositions } from './log/log-positions.ts'
import { LogWriters } from './log/log-writers.ts'
import { listHeardSince } from './log/read-log.ts'
import { Rebuilds } from './rebuilds.ts'
import { Directory } from './receive/directory.ts'
import type { GatewayCounts } from './receive/gateway-counts.ts'
import { LastFixes } from './receive/last-fixes.ts'
import { Recogniser } from './receive/recogniser.ts'
import { UnclaimedTags } from './receive/unclaimed-tags.ts'
import { Checkpoint } from './write-behind/checkpoint.ts'
import { HotRowWriter } from './write-behind/hot-row-writer.ts'
import { PendingChanges } from './write-behind/pending-changes.ts'
import { TemperatureWriter } from './write-behind/temperature-writer.ts'
import { Temperatures } from './write-behind/temperatures.ts'

/** Partitions of the coming days are checked this often (ms). */
const PARTITIONS_EVERY_MS = 3_600_000

/** About a kilobyte beside half a megabyte of log. */
const ROWS_OF_STATE = 2000
/** Pasts that reports came late for are looked for this often (ms). */
const REBUILD_EVERY_MS = 500

export interface IngestDeps {
  readonly db: ServerDb
  readonly pool: Pool
  readonly clock: Clock
  readonly listener: StateListener
  readonly withExtras: WithExtras
  /** What people measured at a site, by which trackers are placed. */
  readonly readLearnt: ReadLearnt
  /** Writes starts and ends of conditions and raises what follows; all or nothing. */
  readonly changeConditions: ChangeConditions
  readonly counts: GatewayCounts
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Of the transactions that write what is at home here. */
  readonly fence: Fence
  readonly shards: ShardsAtHome
  /** After so many reports of a tracker its past can be written again from there; 2,000 unless told. */
  readonly rowsOfState?: number
}

/** The shards that this server accepts for. */
export interface ShardsAtHome {
  readonly held: () => readonly number[]
  readonly holds: (accountId: string) => boolean
  readonly shardOf: (accountId: string) => number
  /** Saves the position that their accounts are written up to; answers the first one in the log that was not given out. */
  readonly savePositions: (shards: readonly number[], position: number) => Promise<number>
}

export function createIngest(deps: IngestDeps): Ingest {
  const { db, pool, clock, listener, log, fence, shards, rowsOfState = ROWS_OF_STATE } = deps
  const onBug = (error: unknown) =>
    log.error({ stack: (error as Error).stack }, 'bug: failed to apply or write a row; it is left out')
  const onFault = (what: string) => (error: unknown) => {
    if (isStorageAway(error))
      log.warn({ reason: (error as Error).message }, `Failed to ${what}, as the database is away; retrying`)
    else log.error({ stack: (error as Error).stack }, `bug: failed to ${what}; retrying`)
  }
  const onAway = onFault('write hot rows')

  const directory = new Directory({ ...deps, onFault: onFault('load an account') })
  const unclaimed = new UnclaimedTags({
    ...{ db, clock, onFault: onFault('write unclaimed tags') },
    tell: (accountId) => listener.unclaimedChanged(accountId),
  })
  const recogniser = new Recogniser({ db, clock, directory, unclaimed })

  const setBacks = new ClockSetBacks()
  const positions = new LogPositions(setBacks)
  const sites = new Sites(deps)
  const beliefs = new Beliefs((wanted) => listHeardSince(db, wanted))
  const pasts = new Pasts({ onLate: (device) => rebuilds.note(device), onBug, rowsOfState })
  const states = new DeviceStates({ db, listener, beliefs, pasts })
  const changes = new PendingChanges({
    ...{ clock, changeConditions: deps.changeConditions, onAway, onBug },
    conditions: {
      move: (change) => states.conditions.move(change),
      set: (accountId, deviceId, open) => states.setConditions(accountId, deviceId, open),
    },
    listOpen: (devices) => listOpenConditionsOf(db, devices),
  })
  const temperatures = new Temperatures()
  const commandReports = new CommandReports({ db, clock, listener, onFault: onFault('write reports on commands') })
  const writes = new OneAtATime()
  const applying = {
    clock,
    directory,
    states,
    sites,
    beliefs,
    changes,
    pasts,
    temperatures,
    commandReports,
    setBacks,
    listener,
    writes,
  }
  const applier = new RowApplier({ ...applying, onAway, onBug })
  const queue = new ApplyQueue((rows) => applier.apply(rows), onFault('apply reports'))
  const aheadReports = new AheadReports()
  const writers = new LogWriters({
    ...{ pool, aheadReports, positions, fence, random: Math.random, now: () => clock.now() },
    ...{ onStored: (rows) => queue.push(rows), onAway: onFault('store reports') },
  })

  const rebuilds: Rebuilds = new Rebuilds({
    db,
    pool,
    fence,
    clock,
    directory,
    states,
    sites,
    pasts,
    writes,
    onBug,
    rowsOfState,
  })
  const checkpoint = new Checkpoint({
    ...{ clock, positions, shards: shards.held, shardOf: shards.shardOf, savePositions: shards.savePositions },
    onTheWay: [queue, writers],
    states: [states.trackers, states.stations],
  })
  const hotRows = new HotRowWriter({
    ...{ fence, pool, clock, states, pasts, changes, checkpoint, writes, onAway, onBug },
    temperatures: new TemperatureWriter({ fence, pool, temperatures, onBug }),
  })
  const lastFixes = new LastFixes()
  const moves = new AccountMoves({
    ...{ db, pool, clock, shardOf: shards.shardOf, positions, setBacks, aheadReports },
    ...{ applier, queue, writers, checkpoint, hotRows, writes },
    rebuilds,
    memories: [directory, states, changes, hotRows, temperatures, lastFixes, rebuilds],
  })

  let partitionsTimer: NodeJS.Timeout | undefined
  let stopRebuilds: (() => void) | undefined
  return new Ingest({
    ...{
      clock,
      counts: deps.counts,
      directory,
      recogniser,
      writers,
      queue,
      applier,
      states,
      sites,
      beliefs,
    },
    ...{ db, pool, changes, writes, lastFixes, moves, held: shards.held, holds: shards.holds },
    hotRows,
    rebuilds,
    onLostClaim: (error) =>
      log.warn(
        { reason: (error as Error).message },
        'Failed to store the last sighting of a claimed tag; its next report places it',
      ),
    async start() {
      const lookAhead = () => makePartitionsAhead(pool, clock.now())
      await lookAhead()
      partitionsTimer = setInterval(
        () => lookAhead().catch(onFault('create partitions of the log')),
        PARTITIONS_EVERY_MS,
      )
      hotRows.start()
      stopRebuilds = repeat(REBUILD_EVERY_MS, () => rebuilds.look().catch(onFault('write the past of late reports')))
      unclaimed.start()
    },
    async close() {
      clearInterval(partitionsTimer)
      await writers.close()
      await queue.close()
      await Promise.all([commandReports.close(), unclaimed.close()])
      hotRows.stop()
      stopRebuilds?.()
      await writes.run(async () => {
        await checkpoint.save(await hotRows.write('all'))
      })
    },
  })
}
