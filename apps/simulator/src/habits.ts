/** Habits by hour: where each person goes next, and for how long. Hours are the site's own, 0 to 24. */

import type { FloorPlan, RoomKind } from '@whereabouts/fixtures/floor-plan'
import { type OutdoorPlaceName, outdoorPlaces } from '@whereabouts/fixtures/places'
import { hinoki1f } from '@whereabouts/fixtures/plans/hinoki-1f'
import type { Body } from './bodies.ts'
import { bedIn, planOf, roomNamed, roomsOf, seatIn, spotIn } from './destinations.ts'
import { outdoors, type Place } from './places.ts'
import type { Chance } from './random.ts'

/** What to do next. */
export interface Errand {
  readonly to: Place
  readonly staySeconds: number
  /** A thing to fetch first and to push there. */
  readonly push?: Body
}

/** The facts that habits depend on. */
export interface Situation {
  readonly body: Body
  /** Its number among the people of its room. */
  readonly number: number
  readonly hour: number
  readonly chance: Chance
  /** An escort with nobody to walk with. */
  readonly isAlone: boolean
  /** Things that nobody uses, on the body's plan. */
  readonly idleThings: () => readonly Body[]
}

const minutes = (count: number): number => count * 60

const isNight = (hour: number): boolean => hour >= 22 || hour < 6
const MEALS = [
  [7.5, 8.5],
  [11.75, 12.75],
  [17.5, 18.5],
] as const

export function nextErrand(situation: Situation): Errand {
  switch (situation.body.role) {
    case 'resident':
      return residentErrand(situation)
    case 'nurse':
      return nurseErrand(situation)
    case 'officeWorker':
      return officeErrand(situation)
    case 'driver':
      return isNight(situation.hour)
        ? streetErrand(situation, ['kitaDoor', 'hospitalDoor'], 90)
        : driverErrand(situation)
    case 'walker':
      return isNight(situation.hour)
        ? stayHome(situation)
        : streetErrand(situation, ['gardenGate', 'sakuraCorner', 'kitaCorner', 'riverEast', 'riversidePark'], 45)
    case 'escort':
      if (!isOutingHour(situation.hour)) return stayHome(situation)
      return situation.isAlone
        ? streetErrand(situation, ['gardenGate'], 60)
        : streetErrand(situation, ['riverWest', 'riverMiddle', 'riverEast', 'riversidePark'], 30)
    case 'visitor':
      return visitorErrand(situation)
    case 'thing':
      return { to: situation.body.place, staySeconds: minutes(60) }
  }
}

/** Sato Kenji goes out with Lin Wei. */
export const isOutingHour = (hour: number): boolean => hour >= 9 && hour < 17

function residentErrand({ body, number, hour, chance }: Situation): Errand {
  const plan = planOf(body.home)
  const room = roomNamed(plan, body.home.room)
  const inBed = (most: number): Errand => ({
    to: bedIn(plan, room, number, chance),
    staySeconds: chance.between(minutes(most / 3), minutes(most)),
  })
  const inRoom = (): Errand => ({ to: spotIn(plan, room, chance), staySeconds: chance.between(90, minutes(10)) })
  const hospital = plan.building === 'Tamano General'
  if (isNight(hour)) return chance.happens(0.06) ? toBathroom(plan, body, chance) : inBed(90)
  if (!hospital && MEALS.some(([from, to]) => hour >= from && hour < to)) {
    return at(plan, ['dining'], chance, minutes(12), body)
  }
  const bedShare = hospital ? 0.7 : hour >= 13 && hour < 14.5 ? 0.5 : hour >= 20 ? 0.6 : 0.1
  if (chance.happens(bedShare)) return inBed(30)
  const choice = chance.next()
  if (choice < 0.45) return at(plan, ['lounge', 'dining'], chance, minutes(9), body)
  if (choice < 0.62) return inRoom()
  if (choice < 0.75) return at(plan, ['garden'], chance, minutes(5), body)
  if (choice < 0.88) return at(plan, ['hall'], chance, 60, body)
  return toBathroom(plan, body, chance)
}

function toBathroom(plan: FloorPlan, body: Body, chance: Chance): Errand {
  const bathroom = plan.rooms.find((room) => room.name === `Bathroom ${body.home.room}`)
  const room = bathroom ?? roomNamed(plan, body.home.room)
  return { to: spotIn(plan, room, chance), staySeconds: chance.between(120, 420) }
}

/** Some room of these kinds on the plan, else at home. */
function at(plan: FloorPlan, kinds: readonly RoomKind[], chance: Chance, staySeconds: number, body: Body): Errand {
  const rooms = roomsOf(plan, ...kinds)
  const room = rooms.length > 0 ? chance.pick(rooms) : roomNamed(plan, body.home.room)
  const to = room.kind === 'dining' || room.kind === 'lounge' ? seatIn(plan, room, chance) : spotIn(plan, room, chance)
  return { to, staySeconds: chance.between(staySeconds / 2, staySeconds * 1.5) }
}

function nurseErrand(situation: Situation): Errand {
  const { body, hour, chance, idleThings } = situation
  const plan = planOf(body.home)
  const choice = chance.next()
  const things = choice < 0.22 ? idleThings() : []
  if (things.length > 0) {
    const rooms = roomsOf(plan, 'bedroom', 'hall', 'clinical', 'service')
    return { to: spotIn(plan, chance.pick(rooms), chance), staySeconds: 10, push: chance.pick(things) }
  }
  if (choice < 0.6) return at(plan, ['bedroom'], chance, 50, body)
  if (choice < 0.72) return at(plan, ['clinical', 'service'], chance, 30, body)
  if (choice < 0.84) return at(plan, ['lounge', 'dining', 'hall'], chance, 30, body)
  return at(plan, ['staff'], chance, isNight(hour) ? 120 : 60, body)
}

function officeErrand(situation: Situation): Errand {
  const { body, hour, chance } = situation
  if (hour < 8 || hour >= 19) return stayHome(situation)
  const plan = planOf(body.home)
  const choice = chance.next()
  if (choice < 0.5) return { ...stayHome(situation), staySeconds: chance.between(120, 900) }
  if (choice < 0.7) return at(plan, ['office'], chance, minutes(8), body)
  return at(plan, ['dining', 'lounge', 'service'], chance, minutes(3), body)
}

function driverErrand(situation: Situation): Errand {
  const { body, chance } = situation
  const plan = planOf(body.home)
  if (body.place.plan === null && chance.happens(0.25)) {
    return { to: spotIn(plan, roomNamed(plan, body.home.room), chance), staySeconds: chance.between(60, 240) }
  }
  return streetErrand(situation, ['gardenGate', 'hospitalDoor', 'kitaDoor', 'riversidePark'], 60)
}

function visitorErrand(situation: Situation): Errand {
  const { body, hour, chance } = situation
  if (hour < 10 || hour >= 17) return stayHome(situation)
  if (chance.happens(0.2)) return { ...stayHome(situation), staySeconds: chance.between(30, 240) }
  const choice = chance.next()
  return choice < 0.6
    ? at(hinoki1f, ['bedroom'], chance, minutes(6), body)
    : at(hinoki1f, ['dining', 'garden'], chance, minutes(4), body)
}

function stayHome({ body, chance }: Situation): Errand {
  const plan = planOf(body.home)
  const to = spotIn(plan, roomNamed(plan, body.home.room), chance)
  return { to, staySeconds: chance.between(minutes(5), minutes(25)) }
}

function streetErrand({ chance }: Situation, names: readonly OutdoorPlaceName[], staySeconds: number): Errand {
  const corner = outdoors(outdoorPlaces[chance.pick(names)].at)
  const to = { ...corner, x: corner.x + chance.between(-8, 8), y: corner.y + chance.between(-8, 8) }
  return { to, staySeconds: chance.between(staySeconds / 3, staySeconds) }
}
