/** What happens in the accounts of a world, as devices tell it and as time alone brings it about. */
import { between, type Chance, whole } from '../seeded.ts'
import type { Cause } from './ledger.ts'
import type { Silences } from './silences.ts'
import { type AlarmAccount, type CauseType, reportOf, type Sender } from './site.ts'
import type { VirtualNetwork } from './virtual-network.ts'
import { EPOCH_MS } from './virtual-server.ts'
import { END_MS, ROUGH_MS, type VirtualTime } from './virtual-time.ts'

/** How often somebody is heard in a zone. */
const POSITIONS = 6

export class VirtualCauses {
  readonly all: Cause[] = []
  readonly #time: VirtualTime
  readonly #network: VirtualNetwork
  /** What time alone is to bring about, and who must not be told of. */
  readonly #byTime: Cause[] = []
  readonly #resting: Omit<Cause, 'safeAtMs'>[] = []

  constructor(time: VirtualTime, network: VirtualNetwork) {
    this.#time = time
    this.#network = network
  }

  /** Plans those of an account. */
  plan(account: AlarmAccount, silences: Silences, chance: Chance): void {
    for (const tracker of account.trackers) this.#planCause(account, tracker, chance)
    this.#planSilences(account, silences, chance)
  }

  /** Nobody could tell for sure what time brought about: it may be told. */
  forgiveTime(): void {
    for (const cause of this.#byTime) cause.safeAtMs = undefined
  }

  /** Servers cannot have known that who rests is not silent. */
  forgiveResting(): void {
    this.all.push(...this.#resting.map((one) => ({ ...one, safeAtMs: undefined })))
  }

  /** What time brings about, a station that comes back, and a carepad that is too warm. */
  #planSilences(account: AlarmAccount, silences: Silences, chance: Chance): void {
    const { accountId, senders } = account
    const { silent, resting, warm, watched, awayStation } = silences
    const byTime = (deviceId: string, type: string) => {
      const cause: Cause = { accountId, deviceId, type, safeAtMs: END_MS }
      this.all.push(cause)
      this.#byTime.push(cause)
      return cause
    }
    for (const deviceId of silent) byTime(deviceId, 'device_offline')
    byTime(warm, 'high_temperature')
    this.#resting.push({ accountId, deviceId: resting, type: 'device_offline' })
    for (const { senderId: deviceId } of senders) this.#resting.push({ accountId, deviceId, type: 'station_online' })
    if (chance() < 0.5) this.#planCause(account, watched, chance, 'high_temperature')
    if (chance() < 0.5) return
    byTime(awayStation.senderId, 'station_online')
    const tell = this.#teller(chance, 'station_online', undefined)
    this.#time.after(between(chance, 1000, ROUGH_MS - 5000), async () => {
      for (let seq = 1; seq <= POSITIONS; seq += 1) {
        await tell(awayStation, EPOCH_MS + Math.round(this.#time.now), seq)
        await new Promise((next) => setTimeout(next, 2000))
      }
    })
  }

  /** Tells what a station says until somebody answers. */
  #teller(chance: Chance, type: CauseType, tracker: string | undefined) {
    const { fetch } = this.#network.way(chance)
    return async (sender: Sender, scannedAtMs: number, seq: number): Promise<void> => {
      const report = reportOf(sender, { type, seq, scannedAtMs, tracker })
      for (;;) {
        const response = await fetch('/v3/device/report', report).catch(() => undefined)
        if (response?.status === 200) return
        await new Promise((again) => setTimeout(again, 1000))
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
    const cause: Cause = { accountId, deviceId: tracker, type, safeAtMs: undefined }
    this.all.push(cause)
    const happensAt = between(chance, 1000, ROUGH_MS - 5000)
    const isLate = type === 'help' && chance() < 0.1
    // Of a station that told nothing but what it heard long ago nobody knows that it is there; then it is back.
    for (const { senderId: deviceId } of isLate ? senders : []) {
      this.all.push({ accountId, deviceId, type: 'station_online', safeAtMs: undefined })
    }
    const tell = this.#teller(chance, type, tracker)
    if (type === 'enter_danger_zone') {
      this.#time.after(happensAt, async () => {
        for (let place = 0; place < POSITIONS; place += 1) {
          await tell(senders[2]!, EPOCH_MS + Math.round(this.#time.now), place + 1)
          await new Promise((next) => setTimeout(next, 2000))
        }
        cause.safeAtMs = this.#time.now
      })
      return
    }
    const hear = (sender: Sender, afterMs: number) => {
      const seq = whole(chance, 1, 1_000_000)
      const scannedAtMs = EPOCH_MS + Math.round(happensAt + between(chance, 0, 900) - (isLate ? 1_200_000 : 0))
      const say = async () => {
        await tell(sender, scannedAtMs, seq)
        cause.safeAtMs ??= this.#time.now
      }
      this.#time.after(happensAt + afterMs, () => void say())
      if (chance() < 0.2) this.#time.after(happensAt + afterMs + between(chance, 1, 20_000), () => void say())
    }
    hear(senders[0]!, between(chance, 1, 300))
    if (chance() < 0.5) hear(senders[1]!, between(chance, 1, chance() < 0.2 ? 10_000 : 1500))
  }
}
