/** Where equipment, wheelchairs and linen stood: staff push them to another room now and then. */
import { CLASS, cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { planOf, roomsOf, spotIn } from '../destinations.ts'
import type { Place } from '../places.ts'
import { createPopulation } from '../population.ts'
import { type Chance, createChance } from '../random.ts'
import { storyHour } from '../story-hour.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightBefore } from './days.ts'
import type { PastOptions } from './people.ts'
import type { Visit } from './timelines.ts'
import { walkBetween } from './ways.ts'

/** How often a day (at most) it is pushed somewhere. */
const MOST_MOVES: Readonly<Record<number, number>> = {
  [CLASS.wheelchairs]: 4,
  [CLASS.equipment]: 3,
  [CLASS.linen]: 5,
  [CLASS.keys]: 2,
}

/** Visits by device id. */
export function travelsOf({ seed, untilMs, days }: PastOptions): Map<string, Visit[]> {
  const live = createPopulation(seed, storyHour(untilMs))
  return new Map(
    cast
      .filter(({ role }) => role === 'thing')
      .map((member, index) => {
        const deviceId = deviceIdOf(member)
        const home = live.bodies.get(deviceId)!.place
        // A flat battery was last heard some days ago.
        const endMs = member.silent ? untilMs - (3 + (index % 9)) * DAY_MS : untilMs
        const chance = createChance(seed, `past of ${deviceId}`)
        return [deviceId, travel(member, home, midnightBefore(untilMs) - days * DAY_MS, endMs, chance)]
      }),
  )
}

function travel(member: Member, home: Place, beginMs: number, untilMs: number, chance: Chance): Visit[] {
  const visits: Visit[] = []
  const rooms = roomsOf(planOf(member.home), 'bedroom', 'hall', 'clinical', 'service')
  const hangs = member.name.startsWith('Defibrillator')
  let here: { place: Place; fromMs: number; walk: Visit['walk'] } = { place: home, fromMs: beginMs, walk: [] }
  const push = (place: Place, atMs: number) => {
    if (atMs < here.fromMs + 5 * MINUTE_MS) return
    const walk = walkBetween(here.place, place, atMs, false)
    visits.push({ ...here, untilMs: atMs })
    here = { place, fromMs: walk.at(-1)!.atMs, walk }
  }
  for (let dayMs = beginMs; dayMs < untilMs; dayMs += DAY_MS) {
    const moves = hangs ? 0 : Math.floor(chance.between(0, (MOST_MOVES[member.class_index] ?? 0) + 1))
    const times = Array.from({ length: moves }, () => dayMs + Math.round(chance.between(7, 19) * HOUR_MS)).sort(
      (a, b) => a - b,
    )
    for (const atMs of times) {
      const to = spotIn(planOf(member.home), chance.pick(rooms), chance)
      if (atMs < untilMs - 2 * HOUR_MS) push(to, atMs)
    }
    const backMs = Math.min(
      dayMs + Math.round(chance.between(19.5, 21) * HOUR_MS),
      Math.round(untilMs - chance.between(20, 80) * MINUTE_MS),
    )
    if (here.place !== home) push(home, backMs)
  }
  visits.push({ ...here, untilMs })
  return visits
}
