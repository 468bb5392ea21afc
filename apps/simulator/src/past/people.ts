/** The days of everybody who walks: habits decide where to, rosters and plans when otherwise. */
import { CLASS, cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { type OutdoorPlaceName, outdoorPlaces } from '@whereabouts/fixtures/places'
import { hinoki1f } from '@whereabouts/fixtures/plans/hinoki-1f'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { type Body, createBody } from '../bodies.ts'
import { planOf, roomNamed, spotIn } from '../destinations.ts'
import { nextErrand } from '../habits.ts'
import { outdoors, type Place } from '../places.ts'
import { createPopulation } from '../population.ts'
import { type Chance, createChance } from '../random.ts'
import { hourAt } from '../scenario.ts'
import { storyHour } from '../story-hour.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightBefore } from './days.ts'
import { type Duty, ESCORT_PHONE, rosterOf } from './roster.ts'
import type { Visit } from './timelines.ts'
import { walkBetween } from './ways.ts'

/** Which past: of a seed, up to a moment (epoch ms), of so many days. */
export interface PastOptions {
  readonly seed: number
  readonly untilMs: number
  readonly days: number
}

/** The live story hurries, so that there is something to see; days of the past take their time. */
const PACE: Readonly<Record<Body['role'], number>> = {
  ...{ resident: 3, nurse: 9, officeWorker: 3, driver: 12, walker: 12, visitor: 3, escort: 10, thing: 1 },
}
const SHORTEST_VISIT_MS = MINUTE_MS
const WANDERING_MS = 4 * MINUTE_MS
const BATH_MS = 25 * MINUTE_MS

/** Something that is done at its time whatever habits say. */
interface Plan {
  readonly atMs: number
  readonly stops: readonly { readonly place: Place; readonly untilMs: number }[]
  readonly phone?: string
  readonly isForbidden?: boolean
}

interface Person {
  readonly deviceId: string
  readonly body: Body
  readonly number: number
  readonly chance: Chance
  /** Undefined: lives here. */
  readonly duties: readonly Duty[] | undefined
  readonly plans: Plan[]
  readonly visits: Visit[]
  /** Where the live story has them begin. */
  readonly last: Place
}

/** Visits by device id of everybody with a badge or a watch, and of Lin Wei's phone. */
export function livesOf({ seed, untilMs, days }: PastOptions): Map<string, Visit[]> {
  const beginMs = midnightBefore(untilMs) - days * DAY_MS
  const live = createPopulation(seed, storyHour(untilMs))
  const roster = rosterOf(seed, untilMs, days)
  const perRoom = new Map<string, number>()
  const person = (deviceId: string, body: Body, last: Place): Person => {
    const room = `${body.home.mapId} ${body.home.room}`
    const number = perRoom.get(room) ?? 0
    if (body.role === 'resident') perRoom.set(room, number + 1)
    const chance = createChance(seed, `past of ${deviceId}`)
    const duties = roster.get(deviceId)
    return { ...{ deviceId, body, number, chance, duties, last }, plans: [], visits: [] }
  }
  const walkers = cast.filter(({ role }) => role !== 'thing')
  const people = walkers.map((member) => {
    const deviceId = deviceIdOf(member)
    return person(deviceId, bodyOf(member), live.bodies.get(deviceId)!.place)
  })
  const escort = person(
    ESCORT_PHONE,
    createBody('Lin Wei', 'escort', live.escort.home, live.escort.place),
    live.escort.place,
  )
  planBaths(people, beginMs, untilMs)
  planOutings(people, escort, createChance(seed, 'outings'))
  planWandering(people, beginMs, untilMs, createChance(seed, 'wandering'))
  for (const one of [...people, escort]) liveThrough(one, beginMs, untilMs)
  return new Map([...people, escort].map(({ deviceId, visits }) => [deviceId, visits]))
}

function bodyOf(member: Member): Body {
  const plan = planOf(member.home)
  const place = spotIn(plan, roomNamed(plan, member.home.room), createChance(0, `home of ${member.name}`))
  return createBody(member.name, member.role, member.home, place)
}

const livesInHouse = ({ body }: Person): boolean =>
  body.role === 'resident' && planOf(body.home).building === hinoki1f.building

/** Twice a week each, one after another. */
function planBaths(people: readonly Person[], beginMs: number, untilMs: number): void {
  const bath = roomNamed(hinoki1f, 'Large bath')
  for (const [index, { plans, chance }] of people.filter(livesInHouse).entries()) {
    for (let dayMs = beginMs, day = 0; dayMs < untilMs; dayMs += DAY_MS, day += 1) {
      if ((day + index) % 7 !== 0 && (day + index) % 7 !== 3) continue
      const atMs = dayMs + 13.5 * HOUR_MS + ((index * 7) % 20) * 10 * MINUTE_MS
      plans.push({ atMs, stops: [{ place: spotIn(hinoki1f, bath, chance), untilMs: atMs + BATH_MS }] })
    }
  }
}

const OUTING: readonly (readonly [OutdoorPlaceName, minutes: number])[] = [
  ['gardenGate', 12],
  ['riverMiddle', 30],
  ['riverEast', 44],
  ['riverMiddle', 58],
  ['gardenGate', 72],
]
const SATO_KENJI = 'G5-4F21A9C3'

/** On her days Lin Wei walks with Sato Kenji in the morning, and with somebody else of the house in the afternoon. */
function planOutings(people: readonly Person[], escort: Person, chance: Chance): void {
  const sato = people.find(({ deviceId }) => deviceId === SATO_KENJI)!
  const others = people.filter((one) => livesInHouse(one) && one !== sato && one.body.name !== 'Nishimura Kiku')
  for (const { fromMs, untilMs } of escort.duties ?? []) {
    const dayMs = midnightBefore(fromMs)
    for (const [guest, hour] of [
      [sato, 10],
      [chance.pick(others), 15.6],
    ] as const) {
      const atMs = dayMs + (hour + chance.between(0, 0.4)) * HOUR_MS
      const stops = OUTING.map(([name, minutes]) => ({
        place: outdoors(outdoorPlaces[name].at),
        untilMs: atMs + minutes * MINUTE_MS,
      }))
      if (atMs < fromMs || stops.at(-1)!.untilMs + 20 * MINUTE_MS > untilMs) continue
      if (guest.plans.some((plan) => Math.abs(plan.atMs - atMs) < 2 * HOUR_MS)) continue
      for (const { plans } of [guest, escort]) plans.push({ atMs, stops, phone: ESCORT_PHONE })
    }
  }
}

/** About every second day somebody of 2F East with a wandering risk stands on the stairs. */
function planWandering(people: readonly Person[], beginMs: number, untilMs: number, chance: Chance): void {
  const stairs = roomNamed(hinoki2fEast, 'Stairs B')
  const risks = people.filter(({ deviceId, body }) => isAtRisk(deviceId) && body.home.mapId === hinoki2fEast.id)
  for (let dayMs = beginMs; dayMs < untilMs - DAY_MS; dayMs += DAY_MS) {
    if (!chance.happens(0.5)) continue
    const { plans } = chance.pick(risks)
    const atMs = dayMs + chance.between(8, 21) * HOUR_MS
    if (plans.some((plan) => Math.abs(plan.atMs - atMs) < HOUR_MS)) continue
    const untilMs = atMs + WANDERING_MS + chance.between(0, 3) * MINUTE_MS
    plans.push({ atMs, stops: [{ place: spotIn(hinoki2fEast, stairs, chance), untilMs }], isForbidden: true })
  }
}

const atRisk = new Set(cast.filter(({ class_index }) => class_index === CLASS.wandering).map(deviceIdOf))
const isAtRisk = (deviceId: string): boolean => atRisk.has(deviceId)

function liveThrough(person: Person, beginMs: number, untilMs: number): void {
  const { body, chance, duties, plans, visits, last } = person
  plans.sort((a, b) => a.atMs - b.atMs)
  const settleMs = untilMs - chance.between(4, 18) * MINUTE_MS
  if (duties === undefined) spend(person, beginMs, settleMs, untilMs)
  for (const duty of duties ?? []) {
    const isNow = duty.untilMs > untilMs
    work(person, duty, isNow ? settleMs : duty.untilMs, untilMs)
  }
  const walk = walkBetween(body.place, last, visits.at(-1)?.untilMs ?? settleMs, body.role === 'driver')
  const fromMs = Math.min(walk.at(-1)!.atMs, untilMs - 1)
  visits.push({ place: last, fromMs, untilMs, walk: walk.filter(({ atMs }) => atMs <= fromMs) })
}

/** A time at work: its breaks, and how it ends. */
function work(person: Person, duty: Duty, untilMs: number, nowMs: number): void {
  const { body, duties, visits } = person
  const plan = planOf(body.home)
  body.place = spotIn(plan, roomNamed(plan, body.home.room), person.chance)
  let atMs = duty.fromMs
  for (const pause of duty.breaks) {
    spend(person, atMs, pause.fromMs, nowMs)
    if (pause.kind === 'otherSite') visitOtherSite(person, pause.untilMs)
    atMs = pause.untilMs
  }
  spend(person, atMs, untilMs, nowMs)
  if (duty.untilMs > nowMs) return
  const final = visits.pop()!
  const next = duties?.[duties.indexOf(duty) + 1]
  const staysMs = duty.end === 'leftInDrawer' && next !== undefined ? next.fromMs : final.untilMs
  visits.push({ ...final, untilMs: staysMs, fallsSilent: duty.end === 'forgottenExit' })
}

function visitOtherSite({ body, chance, visits }: Person, untilMs: number): void {
  const there = spotIn(hinoki1f, roomNamed(hinoki1f, 'Reception'), chance)
  const walk = walkBetween(body.place, there, visits.at(-1)!.untilMs, true)
  const fromMs = walk.at(-1)!.atMs
  const leavesMs = untilMs - (fromMs - visits.at(-1)!.untilMs)
  if (leavesMs > fromMs) visits.push({ place: there, fromMs, untilMs: leavesMs, walk })
}

/** Spends a time by habits and plans; where the last visit ended somewhere else, it walks from there. */
function spend(person: Person, fromMs: number, untilMs: number, nowMs: number): void {
  const { body, plans, visits } = person
  let atMs = fromMs
  if (visits.at(-1)?.untilMs !== fromMs) {
    const hasCome: Visit = { place: body.place, fromMs, untilMs: Math.min(fromMs + 2 * MINUTE_MS, untilMs), walk: [] }
    visits.push(hasCome)
    atMs = hasCome.untilMs
  }
  while (atMs < untilMs) {
    while (plans[0] !== undefined && plans[0].atMs < atMs - HOUR_MS) plans.shift()
    const plan = plans[0]
    if (plan !== undefined && plan.atMs <= atMs && plan.stops.at(-1)!.untilMs < untilMs) {
      plans.shift()
      for (const stop of plan.stops) atMs = go(person, stop.place, atMs, stop.untilMs, plan)
      continue
    }
    const next = plan !== undefined && plan.atMs > atMs ? Math.min(plan.atMs, untilMs) : untilMs
    const { to, staySeconds } = errandOf(person, atMs)
    atMs = go(person, to, atMs, atMs + staySeconds * PACE[body.role] * 1000, {}, next)
  }
  const final = visits.at(-1)!
  // A person who was on the way when the time was over counts as arrived.
  if (final.fromMs >= untilMs || final.untilMs > Math.min(untilMs, nowMs)) {
    visits.pop()
    const before = visits.at(-1)
    if (final.fromMs < untilMs) visits.push({ ...final, untilMs })
    else if (before !== undefined) {
      visits[visits.length - 1] = { ...before, untilMs }
      body.place = before.place
    }
  }
}

/** Walkers and drivers are indoors at times, too. */
function errandOf(person: Person, atMs: number) {
  const { body, number, chance } = person
  const isIndoors = (body.role === 'walker' || body.role === 'driver' || body.role === 'escort') && chance.happens(0.75)
  const habits = isIndoors
    ? { ...body, role: body.role === 'driver' ? ('officeWorker' as const) : ('nurse' as const) }
    : body
  return nextErrand({
    ...{ body: habits, number, chance },
    hour: hourAt(atMs),
    isAlone: true,
    idleThings: () => [],
  })
}

/** Walks somewhere and stays until a time, or until it has to leave; answers when it leaves. */
function go(
  { body, visits }: Person,
  place: Place,
  atMs: number,
  untilMs: number,
  { phone, isForbidden = false }: Pick<Plan, 'phone' | 'isForbidden'>,
  mostMs = Number.POSITIVE_INFINITY,
): number {
  const walk = walkBetween(body.place, place, atMs, body.role === 'driver')
  const fromMs = walk.at(-1)!.atMs
  const leavesMs = Math.max(fromMs + SHORTEST_VISIT_MS, Math.min(Math.max(untilMs, fromMs + SHORTEST_VISIT_MS), mostMs))
  visits.push({
    place,
    fromMs,
    untilMs: Math.round(leavesMs),
    walk,
    phone: place.plan === null ? phone : undefined,
    isForbidden,
  })
  body.place = place
  return Math.round(leavesMs)
}
