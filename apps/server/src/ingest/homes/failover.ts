/**
 * Registers this server, sends its heartbeats, and takes over from servers that died: the log is replayed from their
 * checkpoints. Source: security rule 61; decisions 0024, 0029.
 */
import type { Clock } from '../../platform/clock.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { repeat } from '../../platform/repeat.ts'
import type { RowApplier } from '../apply/row-applier.ts'
import type { ClockSetBacks } from '../log/clock-set-backs.ts'
import type { LogPositions } from '../log/log-positions.ts'
import { listRowsBetween } from '../log/read-log.ts'
import type { Checkpoint } from '../write-behind/checkpoint.ts'
import type { HotRowWriter } from '../write-behind/hot-row-writer.ts'
import type { ChangesElsewhere } from './changes-elsewhere.ts'
import type { LogFollower } from './log-follower.ts'
import { Heartbeat, joinServers, moveCheckpoints, SEEN_EVERY_MS, takeOverDead } from './servers.ts'

interface Deps {
  readonly db: ServerDb
  readonly serverId: string
  readonly clock: Clock
  readonly positions: LogPositions
  readonly setBacks: ClockSetBacks
  readonly checkpoint: Checkpoint
  readonly elsewhere: ChangesElsewhere
  readonly applier: RowApplier
  readonly follower: LogFollower
  readonly hotRows: HotRowWriter
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly onAway: (error: unknown) => void
  /** Interval of heartbeats (ms), where a test wants more of them. */
  readonly heartbeatEveryMs?: number
}

export class Failover {
  readonly #deps: Deps
  readonly #heartbeat: Heartbeat
  #stop: (() => void) | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#heartbeat = new Heartbeat(deps.clock)
  }

  /** Replays rows of the log that the hot rows may lack; from then on this server counts as alive. */
  async start(): Promise<void> {
    const { db, serverId, clock, positions, setBacks, checkpoint, elsewhere, follower, hotRows, writes, onAway } =
      this.#deps
    const { heartbeatEveryMs = SEEN_EVERY_MS } = this.#deps
    const joined = await joinServers(db, serverId)
    await setBacks.load(db)
    positions.heard(joined.nextPosition)
    follower.begin(joined.checkpoint, joined.nextPosition)
    // People's changes from here on come after the state of accounts that is read now.
    await elsewhere.take()
    await this.#replay(joined.checkpoint, joined.nextPosition)
    await writes.run(async () => {
      await hotRows.write('all')
      await checkpoint.save()
    })
    await moveCheckpoints(db, joined.silent, joined.nextPosition)
    await setBacks.begin(db, clock.now())
    this.#stop = repeat(heartbeatEveryMs, () => this.#beat().catch(onAway))
  }

  stop(): void {
    this.#stop?.()
  }

  async #beat(): Promise<void> {
    const { db, serverId, checkpoint, follower, writes } = this.#deps
    await writes.run(async () => {
      await checkpoint.save()
      if (!this.#heartbeat.beat()) return
      const from = await takeOverDead(db, serverId)
      if (from !== undefined) checkpoint.replayFrom(from)
    })
    // A replay that broke off starts again.
    if (checkpoint.replayedFrom === Number.POSITIVE_INFINITY) return
    const others = await follower.othersSince(checkpoint.replayedFrom)
    if (others !== undefined) await this.#replay(others.from, others.until)
    checkpoint.replayed()
  }

  async #replay(from: number, until: number): Promise<void> {
    const { db, applier, follower } = this.#deps
    for await (const rows of listRowsBetween(db, from, until)) {
      await applier.apply(rows)
      follower.saw(rows)
    }
  }
}
