/** Puts ingest together: each part is given finished ones. */
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
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
import { RowApplier } from './apply/row-applier.ts'
import { Sites } from './apply/sites.ts'
import { Ingest } from './ingest.ts'
import { AheadReports } from './log/ahead-reports.ts'
import { ClockSetBacks } from './log/clock-set-backs.ts'
import { LogPositions } from './log/log-positions.ts'
import { LogWriters } from './log/log-writers.ts'
import { listHeardSince } from './log/read-log.ts'
import { Directory } from './receive/directory.ts'
import type { GatewayCounts } from './receive/gateway-counts.ts'
import { LastFixes } from './receive/last-fixes.ts'
import { Recogniser } from './receive/recogniser.ts'
import { UnclaimedTags } from './receive/unclaimed-tags.ts'
import { Checkpoint } from './write-behind/checkpoint.ts'
import { History } from './write-behind/history.ts'
import { HistoryWriter } from './write-behind/history-writer.ts'
import { HotRowWriter } from './write-behind/hot-row-writer.ts'
import { PendingChanges } from './write-behind/pending-changes.ts'
import { TemperatureWriter } from './write-behind/temperature-writer.ts'
import { Temperatures } from './write-behind/temperatures.ts'

/** Partitions of the coming days are checked this often (ms). */
const PARTITIONS_EVERY_MS = 3_600_000

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
  const { db, pool, clock, listener, log, fence, shards } = deps
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
  const states = new DeviceStates({ db, listener, beliefs })
  const changes = new PendingChanges({
    ...{ clock, changeConditions: deps.changeConditions, onAway, onBug },
    conditions: {
      move: (change) => states.conditions.move(change),
      set: (accountId, deviceId, open) => states.setConditions(accountId, deviceId, open),
    },
    listOpen: (devices) => listOpenConditionsOf(db, devices),
  })
  const history = new History()
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
    history,
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

  const checkpoint = new Checkpoint({
    ...{ clock, positions, shards: shards.held, shardOf: shards.shardOf, savePositions: shards.savePositions },
    onTheWay: [queue, writers],
    states: [states.trackers, states.stations],
  })
  const hotRows = new HotRowWriter({
    ...{ fence, clock, states, changes, checkpoint, writes, onAway, onBug },
    history: new HistoryWriter({ fence, pool, history, onBug }),
    temperatures: new TemperatureWriter({ fence, pool, temperatures, onBug }),
  })
  const lastFixes = new LastFixes()
  const moves = new AccountMoves({
    ...{ db, pool, clock, shardOf: shards.shardOf, positions, setBacks, aheadReports },
    ...{ applier, queue, writers, checkpoint, hotRows, writes },
    memories: [directory, states, changes, hotRows, history, temperatures, lastFixes],
  })

  let partitionsTimer: NodeJS.Timeout | undefined
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
    ...{ db, pool, changes, history, writes, lastFixes, moves, held: shards.held, holds: shards.holds },
    hotRows,
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
      unclaimed.start()
    },
    async close() {
      clearInterval(partitionsTimer)
      await writers.close()
      await queue.close()
      await Promise.all([commandReports.close(), unclaimed.close()])
      hotRows.stop()
      await writes.run(async () => {
        await checkpoint.save(await hotRows.write('all'))
      })
    },
  })
}
