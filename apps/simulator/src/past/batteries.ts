/** How full batteries were: they run down and are charged again, and now and then somebody notices late. */
import { cast, deviceIdOf } from '@whereabouts/fixtures/cast'
import { hashOf } from '../random.ts'
import { HOUR_MS } from './days.ts'

/** A time (epoch ms) in which a battery was low. */
export interface LowSpell {
  readonly deviceId: string
  readonly fromMs: number
  readonly untilMs: number
}

const LOW_PERCENT = 14
const FULL_PERCENT = 98
/** It is charged when it is at this, except in a low spell. */
const CHARGED_AT_PERCENT = 28
/** Percent an hour: of watches and phones, of tags. */
const WATCH_PER_HOUR = 0.9
const TAG_PER_HOUR = 0.05

const levels = new Map(cast.map((member) => [deviceIdOf(member), member.batteryPercent]))

/** Percent at a moment (epoch ms). */
export function batteryAt(deviceId: string, atMs: number, spells: readonly LowSpell[]): number {
  if (spells.some((one) => one.deviceId === deviceId && atMs >= one.fromMs && atMs < one.untilMs)) return LOW_PERCENT
  const isWatch = deviceId.startsWith('G5') || deviceId.startsWith('phone')
  const level = levels.get(deviceId)
  if (!isWatch && level !== undefined) return level
  const range = FULL_PERCENT - CHARGED_AT_PERCENT
  const used = (atMs / HOUR_MS) * (isWatch ? WATCH_PER_HOUR : TAG_PER_HOUR) + (hashOf(deviceId) % range)
  return Math.round(FULL_PERCENT - (used % range))
}
