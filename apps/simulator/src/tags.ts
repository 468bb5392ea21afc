/** The trackers themselves: how they radiate, what they measure, how their batteries run down. */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { CLASS, cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { demoSite } from '@whereabouts/fixtures/site'
import type { Body } from './bodies.ts'
import type { Emitter } from './radio.ts'
import { type Chance, createChance } from './random.ts'

export interface Tag {
  readonly device_id: string
  readonly mac_address: string
  /** Identity reported by stations of another make; null: they do not hear it. */
  readonly radio_identity: string | null
  readonly model: Member['device_model']
  /** Our own trackers keep a connection to one station; tags of other makes only advertise. */
  readonly connects: boolean
  readonly worn: boolean
  /** '' for tags of other makes, which do not report it. */
  firmware: string
  /** Which version of its settings it runs, by save time (epoch seconds); undefined: the factory's. */
  settingsTime: number | undefined
  /** Firmware that is being installed, and when that ends (epoch milliseconds). */
  upgrade: { readonly version: string; readonly untilMs: number } | undefined
  readonly body: Body
  batteryPercent: number
  /** Story seconds at which an empty battery was noticed and is charged. */
  chargedAt: number | undefined
  /** A fault keeps it silent. */
  isMuted: boolean
}

/** Percent an hour; a watch lasts days, a tag months. */
const DRAIN_PER_HOUR: Readonly<Record<Member['device_model'], number>> = {
  g3: 0.03,
  g3s: 0.06,
  g3m: 0.05,
  g3d: 0.03,
  g3d2: 0.05,
  g5: 0.9,
}
/** Somebody notices and charges an empty one after this long (seconds). */
const CHARGED_AFTER_SECONDS = 1800
/** Metres of one step of an old person. */
const STEP_METRES = 0.65

export function createTags(bodies: ReadonlyMap<string, Body>, seed: number): Tag[] {
  const chance = createChance(seed, 'tags')
  const rows = new Map(demoSite.trackers.map((tracker) => [tracker.device_id, tracker]))
  return cast.map((member): Tag => {
    const device_id = deviceIdOf(member)
    const row = rows.get(device_id)!
    return {
      device_id,
      mac_address: row.mac_address,
      radio_identity: row.radio_identity,
      model: member.device_model,
      connects: member.make === undefined,
      worn: member.role !== 'thing',
      firmware: row.assigned_firmware,
      settingsTime: undefined,
      upgrade: undefined,
      body: bodies.get(device_id)!,
      batteryPercent: member.silent ? 0 : (member.batteryPercent ?? startingBattery(member, chance)),
      chargedAt: member.silent ? Number.POSITIVE_INFINITY : undefined,
      isMuted: false,
    }
  })
}

const startingBattery = (member: Member, chance: Chance): number =>
  member.class_index === CLASS.residents ? chance.between(35, 100) : chance.between(25, 100)

/** An upgrade over the air takes this long (ms). */
const UPGRADE_MS = 40_000

/** Executes a command that a sender forwards: applies settings, begins an upgrade. Ringing and blinking change no message. */
export function obey(tag: Tag, { command, parameters }: DeviceCommand, atMs: number): void {
  const { update_time, version } = parameters
  if (command === 'settings' && typeof update_time === 'number') tag.settingsTime = update_time
  if (command === 'ota' && typeof version === 'string') tag.upgrade ??= { version, untilMs: atMs + UPGRADE_MS }
}

/** Ends upgrades whose time has come. */
export function endUpgrades(tags: readonly Tag[], atMs: number): void {
  for (const tag of tags) {
    if (tag.upgrade === undefined || tag.upgrade.untilMs > atMs) continue
    tag.firmware = tag.upgrade.version
    tag.upgrade = undefined
  }
}

export const isSilent = (tag: Tag): boolean => tag.isMuted || tag.batteryPercent <= 0

/** Runs the batteries down; `now` is the story second at the end of the stretch. */
export function drain(tags: readonly Tag[], seconds: number, now: number): void {
  for (const tag of tags) {
    if (tag.batteryPercent > 0) {
      tag.batteryPercent = Math.max(0, tag.batteryPercent - (DRAIN_PER_HOUR[tag.model] * seconds) / 3600)
      if (tag.batteryPercent === 0) tag.chargedAt = now + CHARGED_AFTER_SECONDS
    } else if (tag.chargedAt !== undefined && now >= tag.chargedAt) {
      tag.batteryPercent = 100
      tag.chargedAt = undefined
    }
  }
}

export const emitterOf = (tag: Tag): Emitter => ({
  place: tag.body.place,
  worn: tag.worn,
  headingDegrees: tag.body.headingDegrees,
})

/** Steps since the story began; only the watch counts them. */
export const stepsOf = (tag: Tag): number | undefined =>
  tag.model === 'g5' ? Math.floor(tag.body.metresWalked / STEP_METRES) : undefined

/** Only the second g3d measures the room: a slow swing over the day around what is usual indoors. */
export const temperatureOf = (tag: Tag, now: number): number | undefined =>
  tag.model === 'g3d2' ? Math.round((23.5 + 1.2 * Math.sin((2 * Math.PI * now) / 86_400)) * 10) / 10 : undefined
