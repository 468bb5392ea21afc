/** What happens in the accounts of a world, as devices tell it and as time alone brings it about. */
import { between, type Chance, whole } from '../seeded.ts'
import { type Due, latest, mostBehind, type Past, soonest } from './due-by-time.ts'
import { HOURS_BEGIN_AFTER_MS, type Hours, type Walker } from './hours.ts'
import type { Cause } from './ledger.ts'
import { COOLS_WARM_MS, RESTS_OFFLINE_MS, type Silences, SPEAKS_OFFLINE_MS } from './silences.ts'
import { type AlarmAccount, type CauseType, type Report, reportOf, type Sender, whereaboutsOf } from './site.ts'
import type { VirtualNetwork } from './virtual-network.ts'
import { EPOCH_MS, type VirtualServer } from './virtual-server.ts'
import { END_MS, ROUGH_MS, type VirtualTime } from './virtual-time.ts'

/** How often somebody is heard in a zone, and with what pause (ms). */
const POSITIONS = 6
const POSITION_EVERY_MS = 2000
/** Where two stations hear him so often, each at a server of its own: longer than what is heard counts. */
const LONG_POSITIONS = 15
/** Of the one that he is far from (dBm). */
const FAR_RSSI = -80
/** A server whose clock is behind what a station says by more (ms) takes it for now. */
const AHEAD_MS = 1000
/** A carepad is heard this often (ms), until nothing was lost and it was normal for so long (ms): every server knows then. */
const READING_EVERY_MS = 3000
const CALM_MS = 12_000
const HOT_READINGS = 3
/** Between two fevers. */
const NORMAL_READINGS = 4

const TEMPERATURE_TYPES = ['high_temperature', 'back_to_normal'] as const

/** The time that a server takes a report for. */
const takenMs = ({ clockMs }: VirtualServer, scannedAtMs: number): number =>
  scannedAtMs > clockMs + AHEAD_MS ? clockMs : scannedAtMs

type AwaitedOf = Pick<Cause, 'accountId' | 'deviceId'> & { readonly type: CauseType | 'device_offline' }
type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }
/** Nobody knows yet when all that it takes is safe. */
type AwaitedDue = Omit<Due, 'safeAtMs'> & { readonly safeAtMs: number | undefined }

interface Awaited {
  readonly cause: Cause
  readonly due: AwaitedDue
}

export class VirtualCauses {
  readonly all: Cause[] = []
  readonly #time: VirtualTime
  readonly #network: VirtualNetwork
  /** What time alone is to bring about, and who is not to be told of: it would be due after the end. */
  readonly #byTime: Awaited[] = []
  readonly #resting: (Awaited & { readonly isHeardHere: boolean })[] = []

  constructor(time: VirtualTime, network: VirtualNetwork) {
    this.#time = time
    this.#network = network
  }

  /** Plans those of an account. */
  plan(account: AlarmAccount, prepared: Silences & Hours, chance: Chance): void {
    for (const tracker of account.trackers) this.#planCause(account, tracker, chance)
    this.#planSilences(account, prepared, chance)
    this.#planTemperatures(account, prepared, chance)
    this.#planHours(account, prepared, chance)
  }

  /** Once it is known what became of servers and their clock: what was to be told of what time brings about, and when. */
  judgeTime(past: Past): void {
    for (const { cause, due } of this.#byTime) {
      cause.notBeforeMs = soonest(due, past)
      cause.byMs = due.safeAtMs === undefined ? undefined : latest({ ...due, safeAtMs: due.safeAtMs }, past)
      // What nobody could tell for sure before the end may be told, and is no miss where it was not.
      cause.safeAtMs = cause.byMs
    }
    for (const { cause, due, isHeardHere } of this.#resting) {
      const notBeforeMs = soonest(due, past) - (isHeardHere ? mostBehind(past.clockSteps) : 0)
      if (notBeforeMs <= END_MS) this.all.push({ ...cause, notBeforeMs })
    }
  }

  #add(accountId: string, deviceId: string, type: CauseType | 'device_offline', more: Partial<Cause> = {}): Cause {
    const cause: Cause = { accountId, deviceId, type, safeAtMs: undefined, ...more }
    this.all.push(cause)
    return cause
  }

  /** Occurs with the passing of time; answers what still has to be sent for it. */
  #addByTime(place: AwaitedOf, due: Partial<Writable<AwaitedDue>>): Writable<AwaitedDue> {
    const { accountId, deviceId, type } = place
    const whole = { dueMs: 0, isByCalendar: false, safeAtMs: undefined, ...due }
    this.#byTime.push({ cause: this.#add(accountId, deviceId, type), due: whole })
    return whole
  }

  /** It must raise no alarm: it would be due long after the end. */
  #addResting(cause: AwaitedOf, dueMs: number, isHeardHere: boolean): void {
    const due = { dueMs, isByCalendar: false, safeAtMs: undefined }
    this.#resting.push({ cause: { ...cause, safeAtMs: undefined }, due, isHeardHere })
  }

  /** What silence brings about, and a station that comes back. */
  #planSilences(account: AlarmAccount, silences: Silences, chance: Chance): void {
    const { accountId, senders } = account
    const { silent, resting, awayStation } = silences
    for (const { deviceId, dueMs } of silent)
      this.#addByTime({ accountId, deviceId, type: 'device_offline' }, { dueMs: dueMs - EPOCH_MS, safeAtMs: 0 })
    this.#addResting({ accountId, deviceId: resting, type: 'device_offline' }, RESTS_OFFLINE_MS, false)
    for (const { senderId: deviceId } of senders)
      this.#addResting({ accountId, deviceId, type: 'station_online' }, SPEAKS_OFFLINE_MS, true)
    if (chance() < 0.5) return
    // It has been away for long: it is due as soon as it speaks.
    const back = { accountId, deviceId: awayStation.senderId, type: 'station_online' } as const
    const due = this.#addByTime(back, { dueMs: Number.NEGATIVE_INFINITY })
    const tell = this.#teller(chance)
    const says = (seq: number) =>
      tell(reportOf(awayStation, { type: 'station_online', seq, scannedAtMs: this.#nowMs(), tracker: undefined }))
    this.#time.after(between(chance, 1000, ROUGH_MS - 5000), async () => {
      await this.#again(POSITIONS, says)
      due.safeAtMs = this.#time.now
    })
  }

  /** Carepads that time makes alarms of, that are normal before it does, and that get too warm and normal again. */
  #planTemperatures(account: AlarmAccount, { warm, cooling, watched }: Silences, chance: Chance): void {
    const { accountId, senders } = account
    const warmed = { accountId, deviceId: warm.deviceId, type: 'high_temperature' } as const
    this.#addByTime(warmed, { dueMs: warm.dueMs - EPOCH_MS, safeAtMs: 0 })
    for (const type of TEMPERATURE_TYPES) this.#addResting({ accountId, deviceId: cooling, type }, COOLS_WARM_MS, false)
    const reader = (tracker: string) => {
      const tell = this.#teller(chance)
      let seq = 0
      return (type: CauseType) => {
        seq += 1
        return tell(reportOf(senders[0]!, { type, seq, scannedAtMs: this.#nowMs(), tracker }))
      }
    }
    if (chance() < 0.3) {
      const says = reader(cooling)
      this.#time.after(between(chance, 1000, ROUGH_MS), () => this.#again(HOT_READINGS, () => says('back_to_normal')))
    }
    const luck = chance()
    if (luck < 0.2) this.#planCause(account, watched, chance, 'high_temperature')
    if (luck < 0.2 || luck > 0.6) return
    const times = chance() < 0.5 ? 1 : 2
    const hot = this.#add(accountId, watched, 'high_temperature', { times })
    const normal = this.#add(accountId, watched, 'back_to_normal', { times })
    const says = reader(watched)
    const cool = async () => {
      await says('back_to_normal')
      await this.#pause(READING_EVERY_MS)
    }
    this.#time.after(between(chance, 1000, ROUGH_MS - 20_000), async () => {
      await this.#again(HOT_READINGS, () => says('high_temperature'))
      for (let fever = 2; fever <= times; fever += 1) {
        for (let reading = 0; reading < NORMAL_READINGS; reading += 1) await cool()
        await this.#again(HOT_READINGS, () => says('high_temperature'))
      }
      hot.safeAtMs = this.#time.now
      const untilMs = Math.max(this.#time.now, ROUGH_MS) + CALM_MS
      while (this.#time.now < untilMs) await cool()
      normal.safeAtMs = this.#time.now
    })
  }

  /** Phones that are where it is dangerous by the hour. */
  #planHours({ accountId }: AlarmAccount, { early, outside }: Hours, chance: Chance): void {
    const walk = ({ phone, position }: Walker, onEnd = () => {}) => {
      const tell = this.#teller(chance)
      const says = (seq: number) => tell(whereaboutsOf(phone, position, { seq, scannedAtMs: this.#nowMs() }))
      this.#time.after(between(chance, 1000, ROUGH_MS - 5000), async () => {
        await this.#again(POSITIONS, says)
        onEnd()
      })
    }
    if (chance() < 0.4) walk(outside)
    if (chance() < 0.5) return
    const entered = { accountId, deviceId: early.phone.senderId, type: 'enter_danger_zone' } as const
    const due = this.#addByTime(entered, { dueMs: HOURS_BEGIN_AFTER_MS, isByCalendar: true })
    walk(early, () => {
      due.safeAtMs = this.#time.now
    })
  }

  #nowMs = (): number => EPOCH_MS + Math.round(this.#time.now)

  #pause = (ms: number): Promise<void> => new Promise((next) => setTimeout(next, ms))

  /** Says something so often, one after the other; `seq` is from 1. */
  async #again(times: number, say: (seq: number) => Promise<void>): Promise<void> {
    for (let seq = 1; seq <= times; seq += 1) {
      await say(seq)
      await this.#pause(POSITION_EVERY_MS)
    }
  }

  /** Tells what a station or a phone says until somebody answers. */
  #teller(chance: Chance, onArrival?: (server: VirtualServer) => void, home?: number) {
    const { fetch } = this.#network.way(chance, onArrival, home)
    return async (report: Report): Promise<void> => {
      for (;;) {
        const response = await fetch('/v3/device/report', report).catch(() => undefined)
        if (response?.status === 200) return
        await this.#pause(1000)
      }
    }
  }

  /**
   * Something happens to the one who wears a tracker: a station or two hear it, and each tells it until it is answered. Who
   * walks into a zone is heard there again and again: a clock that is set back meanwhile may cost a position.
   */
  #planCause({ accountId, senders }: AlarmAccount, tracker: string, chance: Chance, known?: CauseType): void {
    const luck = chance()
    const type = known ?? (luck < 0.6 ? 'help' : luck < 0.8 ? 'low_battery' : 'enter_danger_zone')
    const takenAsMs: number[] = []
    const taken = type === 'help' ? { takenAsMs } : {}
    const cause: Cause = { accountId, deviceId: tracker, type, safeAtMs: undefined, ...taken }
    this.all.push(cause)
    const happensAt = between(chance, 1000, ROUGH_MS - 5000)
    const isLate = type === 'help' && chance() < 0.1
    // Of a station that told nothing but what it heard long ago nobody knows that it is there; then it is back.
    for (const { senderId: deviceId } of isLate ? senders : []) {
      this.#add(accountId, deviceId, 'station_online')
    }
    if (type === 'enter_danger_zone') {
      const isHeardTwice = chance() < 0.5
      const hears = (place: number, rssi: number, home?: number) => {
        const tell = this.#teller(chance, undefined, home)
        const says = (seq: number) =>
          tell(reportOf(senders[place]!, { type, seq, scannedAtMs: this.#nowMs(), tracker, rssi }))
        return () => this.#again(isHeardTwice ? LONG_POSITIONS : POSITIONS, says)
      }
      const [near, far] = isHeardTwice ? [hears(2, -60, 0), hears(0, FAR_RSSI, 1)] : [hears(2, -60)]
      this.#time.after(happensAt, async () => {
        await Promise.all([near(), far?.()])
        cause.safeAtMs = this.#time.now
      })
      return
    }
    const hear = (sender: Sender, afterMs: number) => {
      const seq = whole(chance, 1, 1_000_000)
      const scannedAtMs = EPOCH_MS + Math.round(happensAt + between(chance, 0, 900) - (isLate ? 1_200_000 : 0))
      const tell = this.#teller(chance, (server) => takenAsMs.push(takenMs(server, scannedAtMs)))
      const say = async () => {
        await tell(reportOf(sender, { type, seq, scannedAtMs, tracker }))
        cause.safeAtMs ??= this.#time.now
      }
      this.#time.after(happensAt + afterMs, () => void say())
      if (chance() < 0.2) this.#time.after(happensAt + afterMs + between(chance, 1, 20_000), () => void say())
    }
    hear(senders[0]!, between(chance, 1, 300))
    if (chance() < 0.5) hear(senders[1]!, between(chance, 1, chance() < 0.2 ? 10_000 : 1500))
  }
}
