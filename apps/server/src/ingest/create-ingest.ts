/** Puts ingest together: each part is given finished ones. */
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import type { ChangeConditions } from '../state/conditions.ts'
import type { ReadLearnt } from '../state/learnt.ts'
import { listOpenConditionsOf } from '../state/open-conditions.ts'
import { makePartitionsAhead } from '../state/partitions.ts'
import type { StateListener } from '../state/state-listener.ts'
import type { WithExtras } from '../state/tracker-row.ts'
import { ApplyQueue } from './apply/apply-queue.ts'
import { Beliefs } from './apply/beliefs.ts'
import { CommandReports } from './apply/command-reports.ts'
import { DeviceStates } from './apply/device-states.ts'
import { RowApplier } from './apply/row-applier.ts'
import { Sites } from './apply/sites.ts'
import { AccountChanges } from './homes/account-changes.ts'
import { ChangesElsewhere } from './homes/changes-elsewhere.ts'
import { ConditionsElsewhere } from './homes/conditions-elsewhere.ts'
import { Failover } from './homes/failover.ts'
import { LogFollower } from './homes/log-follower.ts'
import { saveCheckpoint } from './homes/servers.ts'
import { Ingest } from './ingest.ts'
import { AheadReports } from './log/ahead-reports.ts'
import { ClockSetBacks } from './log/clock-set-backs.ts'
import { LogPositions } from './log/log-positions.ts'
import { LogWriters } from './log/log-writers.ts'
import { listHeardSince } from './log/read-log.ts'
import { Directory } from './receive/directory.ts'
import type { GatewayCounts } from './receive/gateway-counts.ts'
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
  /** Id of this run of the server, unique on the database. */
  readonly serverId: string
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
  /** Interval of heartbeats (ms), where a test wants more of them. */
  readonly heartbeatEveryMs?: number
}

export function createIngest(deps: IngestDeps): Ingest {
  const { db, pool, clock, listener, log } = deps
  const onBug = (error: unknown) =>
    log.error({ stack: (error as Error).stack }, 'bug: failed to apply or write a row; it is left out')
  const onFault = (what: string) => (error: unknown) => {
    if (isStorageAway(error))
      log.warn({ reason: (error as Error).message }, `Failed to ${what}, as the database is away; retrying`)
    else log.error({ stack: (error as Error).stack }, `bug: failed to ${what}; retrying`)
  }
  const onAway = onFault('write hot rows')

  const accountChanges = new AccountChanges({
    ...deps,
    onAway: onFault('exchange changes of accounts with other servers'),
  })
  const directory = new Directory({ ...deps, onFault: onFault('load an account') })
  const unclaimed = new UnclaimedTags({
    ...{ db, clock, onFault: onFault('write unclaimed tags') },
    tell: (accountId) => listener.unclaimedChanged(accountId),
  })
  const recogniser = new Recogniser({
    ...{ db, clock, directory, unclaimed },
    tellElsewhere: (accountId) => accountChanges.say(accountId, 'directory', 'all'),
  })

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
  const commandReports = new CommandReports({
    db,
    clock,
    listener,
    tellElsewhere: (accountId) => accountChanges.say(accountId, 'all'),
    onFault: onFault('write reports on commands'),
  })
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
    ...{ pool, aheadReports, positions, random: Math.random, now: () => clock.now() },
    ...{ onStored: (rows) => queue.push(rows), onAway: onFault('store reports') },
  })

  const checkpoint = new Checkpoint({
    ...{ positions, onTheWay: [queue, writers, states.trackers, states.stations] },
    saveCheckpoint: (checkpoint) => saveCheckpoint(db, deps.serverId, checkpoint),
  })
  const historyWriter = new HistoryWriter({ db, pool, history, onBug })
  const hotRows = new HotRowWriter({
    ...{ db, clock, states, changes, writes, onAway, onBug },
    history: historyWriter,
    temperatures: new TemperatureWriter({ db, pool, temperatures, onBug }),
  })
  const elsewhere = new ChangesElsewhere({ accountChanges, directory, states, hotRows, listener, writes, onAway })
  const follower = new LogFollower({
    ...{ db, clock, positions, setBacks, onAway },
    refresh: () => elsewhere.take(),
    apply: (rows) => applier.apply(rows, true),
  })
  const conditionsElsewhere = new ConditionsElsewhere({ db, conditions: states.conditions, changes, writes, onAway })
  const joining = { positions, setBacks, checkpoint, elsewhere, applier, follower, hotRows, writes }
  const failover = new Failover({ ...deps, ...joining, onAway })

  let partitionsTimer: NodeJS.Timeout | undefined
  return new Ingest({
    ...{
      clock,
      counts: deps.counts,
      accountChanges,
      directory,
      recogniser,
      writers,
      queue,
      applier,
      states,
      sites,
      beliefs,
    },
    ...{ db, pool, changes, history, writes },
    hotRows,
    onLostClaim: (error) =>
      log.warn(
        { reason: (error as Error).message },
        'Failed to store the last sighting of a claimed tag; its next report places it',
      ),
    async start() {
      await aheadReports.load(pool)
      const lookAhead = () => makePartitionsAhead(pool, clock.now())
      await lookAhead()
      partitionsTimer = setInterval(
        () => lookAhead().catch(onFault('create partitions of the log')),
        PARTITIONS_EVERY_MS,
      )
      await failover.start()
      follower.start()
      conditionsElsewhere.start()
      hotRows.start()
      unclaimed.start()
    },
    async close() {
      clearInterval(partitionsTimer)
      await writers.close()
      await queue.close()
      await Promise.all([commandReports.close(), unclaimed.close()])
      failover.stop()
      hotRows.stop()
      await Promise.all([follower.close(), conditionsElsewhere.close()])
      elsewhere.close()
      await writes.run(async () => {
        await hotRows.write('all')
        await checkpoint.save()
      })
    },
  })
}
