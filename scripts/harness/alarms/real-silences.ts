/**
 * What time brings about in real processes, whose clocks cannot be set: prepared as though it had begun before, and told of once
 * servers were left alone for long enough. Besides, a carepad that gets too warm and normal again, which takes its time too.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '../seeded.ts'
import type { Hours } from './hours.ts'
import type { Cause } from './ledger.ts'
import type { Silences } from './silences.ts'
import { type AlarmAccount, type CauseType, type Report, reportOf, type Sender, whereaboutsOf } from './site.ts'

/** Servers that nobody kills for so long (ms) have told of all silence. */
export const TELLS_SILENCE_AFTER_MS = 45_000
/** Readings and positions come with this time (ms) between, */
const EVERY_MS = 1500
/** so many of who is too warm, and so many of who is normal again or walks: other servers learn of it meanwhile. */
const HOT = 2
const NORMAL = 6
const POSITIONS = 4
/** The clock that devices are prepared by and the database's tell the same time but for this (ms). */
const CLOCKS_APART_MS = 1000

interface Telling {
  readonly account: AlarmAccount
  readonly prepared: Silences & Hours
  readonly chance: Chance
  /** Of the alarms of a run: what is found here is added. */
  readonly causes: Cause[]
  readonly now: () => number
  /** Resolves once it is safe. */
  readonly tell: (sender: Sender, report: Report) => Promise<void>
}

/** Resolves when all was told; what time brings about is safe then. */
export async function tellSilences({ account, prepared, chance, causes, now, tell }: Telling): Promise<void> {
  const { accountId, senders } = account
  const { silent, warm, watched, awayStation, early, outside } = prepared
  const add = (deviceId: string, type: string): Cause => {
    const cause: Cause = { accountId, deviceId, type, safeAtMs: undefined }
    causes.push(cause)
    return cause
  }
  /** Says something so often, and what follows from it is safe. */
  const again = async (times: number, say: (seq: number, scannedAtMs: number) => Promise<void>, cause?: Cause) => {
    for (let seq = 1; seq <= times; seq += 1) {
      await say(seq, Math.round(now()))
      await wait(EVERY_MS)
    }
    if (cause !== undefined) cause.safeAtMs = now()
  }
  const reader = (type: CauseType, firstSeq: number) => (seq: number, scannedAtMs: number) =>
    tell(senders[0]!, reportOf(senders[0]!, { type, seq: firstSeq + seq, scannedAtMs, tracker: watched }))
  const fever = async () => {
    const [hot, normal] = [add(watched, 'high_temperature'), add(watched, 'back_to_normal')]
    await again(HOT, reader('high_temperature', 0), hot)
    await again(NORMAL, reader('back_to_normal', HOT), normal)
  }
  const comeBack = () => {
    const says = (seq: number, scannedAtMs: number) =>
      tell(awayStation, reportOf(awayStation, { type: 'station_online', seq, scannedAtMs, tracker: undefined }))
    return again(POSITIONS, says, add(awayStation.senderId, 'station_online'))
  }
  const walk = ({ phone, position }: Hours['early'], cause?: Cause) =>
    again(POSITIONS, (seq, scannedAtMs) => tell(phone, whereaboutsOf(phone, position, { seq, scannedAtMs })), cause)

  const tellOf = ({ deviceId, dueMs }: Silences['warm'], type: string) =>
    Object.assign(add(deviceId, type), { safeAtMs: now(), notBeforeMs: dueMs - CLOCKS_APART_MS })
  for (const one of silent) tellOf(one, 'device_offline')
  tellOf(warm, 'high_temperature')
  await Promise.all([
    ...(chance() < 0.5 ? [fever()] : []),
    ...(chance() < 0.5 ? [comeBack()] : []),
    ...(chance() < 0.5 ? [walk(early, add(early.phone.senderId, 'enter_danger_zone'))] : []),
    ...(chance() < 0.5 ? [walk(outside)] : []),
  ])
}
