/** Bodies: people, and the things they push or carry. */
import type { Home, Role } from '@whereabouts/fixtures/cast'
import { headingOf, type Place, stepMetres } from './places.ts'
import type { Leg } from './routes.ts'

/** Metres per second. */
const WALKING_SPEED = { resident: 0.8, nurse: 1.3, officeWorker: 1.3, driver: 1.4, walker: 1.3, visitor: 1.1, thing: 1 }
/** A driver takes the van from door to door. */
const VAN_SPEED = 6
/** After the last step a tag reports motion for this long (seconds). */
const MOTION_HOLD_SECONDS = 3

export interface Body {
  readonly name: string
  readonly role: Role | 'escort'
  readonly home: Home
  place: Place
  /** Degrees clockwise from north. */
  headingDegrees: number
  /** The rest of the way; empty: at rest. */
  legs: Leg[]
  /** Where it is on its first leg: the point it walks to next. */
  nextPoint: number
  /** Seconds still to wait in a lift. */
  waitSeconds: number
  /** Story seconds at which it looks for something to do. */
  restUntil: number
  /** The body it follows: carried, pushed or led by. */
  leader: Body | undefined
  metresWalked: number
  /** Story seconds of its last step. */
  movedAt: number
}

export const createBody = (name: string, role: Body['role'], home: Home, place: Place): Body => ({
  name,
  role,
  home,
  place,
  headingDegrees: 0,
  legs: [],
  nextPoint: 0,
  waitSeconds: 0,
  restUntil: 0,
  leader: undefined,
  metresWalked: 0,
  movedAt: Number.NEGATIVE_INFINITY,
})

export const isMoving = (body: Body, now: number): boolean => {
  const mover = body.leader ?? body
  return now - mover.movedAt <= MOTION_HOLD_SECONDS
}

export const isAtRest = (body: Body): boolean => body.legs.length === 0

/** Sets out on a way; without one it stays where it is. */
export function setOut(body: Body, legs: Leg[]): void {
  body.legs = legs
  body.nextPoint = 0
  body.waitSeconds = legs[0]?.waitSeconds ?? 0
}

/** Walks for some seconds of the story. `now` is the story second at their end. */
export function walk(body: Body, seconds: number, now: number): void {
  if (body.leader) {
    follow(body, body.leader)
    return
  }
  let left = seconds
  while (left > 0 && body.legs.length > 0) {
    if (body.waitSeconds > 0) {
      const waited = Math.min(left, body.waitSeconds)
      body.waitSeconds -= waited
      left -= waited
      continue
    }
    left = stepOn(body, left, now)
  }
}

/** One step towards the next point; returns the seconds left after it. */
function stepOn(body: Body, seconds: number, now: number): number {
  const leg = body.legs[0]!
  const next = leg.points[body.nextPoint]
  if (next === undefined) {
    body.legs.shift()
    body.nextPoint = 0
    body.waitSeconds = body.legs[0]?.waitSeconds ?? 0
    return seconds
  }
  if (next.plan !== body.place.plan) body.place = next
  const metres = stepMetres(body.place, next)
  const speed = speedOf(body)
  if (metres > 0.01) {
    body.headingDegrees = headingOf(body.place, next)
    body.movedAt = now
  }
  const reach = speed * seconds
  if (metres <= reach) {
    body.place = next
    body.nextPoint++
    body.metresWalked += metres
    return seconds - metres / speed
  }
  const share = reach / metres
  const { plan, x, y } = body.place
  body.place = { plan, x: x + (next.x - x) * share, y: y + (next.y - y) * share }
  body.metresWalked += reach
  return 0
}

const speedOf = (body: Body): number =>
  body.place.plan === null && body.role === 'driver'
    ? VAN_SPEED
    : WALKING_SPEED[body.role === 'escort' ? 'resident' : body.role]

function follow(body: Body, leader: Body): void {
  body.metresWalked += body.place.plan === leader.place.plan ? stepMetres(body.place, leader.place) : 0
  body.place = leader.place
  body.headingDegrees = leader.headingDegrees
}
