/**
 * A story: every message of the site's devices from a moment on. Pure: the same name, seed and start give the
 * same messages, however the time is cut into steps.
 */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { roomNamed, spotIn } from './destinations.ts'
import { type Incident, plots, type ScenarioName } from './incidents.ts'
import { createLinks } from './links.ts'
import type { OutboundMessage } from './outbound.ts'
import { createPhones } from './phone-reports.ts'
import { createPopulation } from './population.ts'
import { createChance } from './random.ts'
import { createStations } from './station-reports.ts'
import { createTags, drain, endUpgrades, obey } from './tags.ts'

const TICK_MS = 500
/** People decide and turn at least this often, however fast the story runs (story seconds). */
const LONGEST_STRETCH_SECONDS = 1
const JAPAN_OFFSET_MS = 9 * 3_600_000
const DAY_SECONDS = 86_400

export interface StoryOptions {
  readonly name: ScenarioName
  readonly seed: number
  /** Epoch milliseconds of the first moment. */
  readonly startMs: number
  /** The site's hour (0 to 24) when the story begins; by default the scenario's own, else the clock's. */
  readonly hour?: number | undefined
  /** Story seconds per second; devices report at their usual pace all the same. */
  readonly speed?: number | undefined
}

export interface Scenario {
  /** Messages up to that moment (epoch milliseconds), in order. An earlier moment than before gives nothing. */
  step(toMs: number): OutboundMessage[]
  /** Delivers a command to a sender, for itself or for a tag it hears. */
  obey(command: DeviceCommand): void
}

/** The site's hour at a moment, 0 to 24. */
export const hourAt = (epochMs: number): number => ((epochMs + JAPAN_OFFSET_MS) / 3_600_000) % 24

export function createScenario({ name, seed, startMs, hour, speed = 1 }: StoryOptions): Scenario {
  const plot = plots[name]
  const firstHour = hour ?? plot.hour ?? hourAt(startMs)
  const population = createPopulation(seed, firstHour)
  const tags = createTags(population.bodies, seed)
  const stations = createStations(seed, startMs)
  const phones = createPhones(population.bodies, population.escort, seed, startMs)
  const links = createLinks()
  const chance = createChance(seed, 'incidents')
  const muted = new Map<string, number>()
  const dark = new Map<string, number>()
  let atMs = startMs
  let now = 0

  function happen(incident: Incident): void {
    if (incident.kind === 'mute') muted.set(incident.device, now + incident.forSeconds)
    else if (incident.kind === 'dark') dark.set(incident.t4_id, now + incident.forSeconds)
    else {
      const { device, plan, room, staySeconds } = incident
      population.send(device, spotIn(plan, roomNamed(plan, room), chance), staySeconds)
    }
  }

  function live(seconds: number): void {
    const before = now
    now += seconds
    for (const incident of plot.incidents) if (isDue(incident.at, before, now, plot.everySeconds)) happen(incident)
    population.live(seconds, now, ((firstHour * 3600 + now) % DAY_SECONDS) / 3600)
    drain(tags, seconds, now)
  }

  function tick(): OutboundMessage[] {
    atMs += TICK_MS
    const storySeconds = (TICK_MS / 1000) * speed
    const stretches = Math.ceil(storySeconds / LONGEST_STRETCH_SECONDS)
    for (let index = 0; index < stretches; index++) live(storySeconds / stretches)
    endUpgrades(tags, atMs)
    for (const tag of tags) tag.isMuted = (muted.get(tag.device_id) ?? 0) > now
    for (const station of stations) station.isDark = (dark.get(station.t4_id) ?? 0) > now
    const moment = { atMs, now, tags, links }
    return [...stations, ...phones].flatMap((sender) => sender.report(moment))
  }

  return {
    step(toMs) {
      const messages: OutboundMessage[] = []
      while (atMs + TICK_MS <= toMs) messages.push(...tick())
      return messages
    },
    obey(command) {
      const tag = tags.find(({ device_id }) => device_id === command.device_id)
      if (tag !== undefined) obey(tag, command, atMs)
    },
  }
}

/** Whether its moment, or one of its repeats, lies in the stretch. */
function isDue(at: number, before: number, now: number, everySeconds: number | undefined): boolean {
  const turns = everySeconds === undefined ? 0 : Math.max(0, Math.floor((now - at) / everySeconds))
  const moment = at + turns * (everySeconds ?? 0)
  return moment > before && moment <= now
}
