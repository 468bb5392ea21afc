/** Everybody and everything of the site, living through the story. */
import { CLASS, cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { outdoorPlaces } from '@whereabouts/fixtures/places'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { type Body, createBody, isAtRest, setOut, walk } from './bodies.ts'
import { planOf, roomNamed, spotIn } from './destinations.ts'
import { type Errand, isOutingHour, nextErrand, type Situation } from './habits.ts'
import { outdoors, type Place, stepMetres } from './places.ts'
import { type Chance, createChance } from './random.ts'
import { route } from './routes.ts'

export interface Population {
  /** By device id of the tracker each wears. */
  readonly bodies: ReadonlyMap<string, Body>
  /** Lin Wei wears no tracker; her phone goes where she goes. */
  readonly escort: Body
  /** Advances the story by some seconds. `now` is the story second at their end. */
  live(seconds: number, now: number, hour: number): void
  /** Sends a body somewhere, whatever it is doing; it stays there for so long. */
  send(deviceId: string, to: Place, staySeconds: number): void
}

const SATO_KENJI = 'G5-4F21A9C3'
/** Where he meets Lin Wei, and how close they have to be. */
const gate = outdoors(outdoorPlaces.gardenGate.at)
const MEETING_METRES = 20
/** Things that staff push about; the rest hangs on walls or keyrings. */
const isPushed = (member: Member): boolean =>
  member.class_index === CLASS.wheelchairs ||
  member.class_index === CLASS.linen ||
  (member.class_index === CLASS.equipment && !member.name.startsWith('Defibrillator'))

/** What is after an errand's first leg: the thing is fetched, now push it there. */
interface Job {
  errand: Errand
  phase: 'fetch' | 'push' | 'go'
}

export function createPopulation(seed: number, hour: number): Population {
  const chance = createChance(seed, 'people')
  const bodies = new Map<string, Body>()
  const pushed = new Set<Body>()
  const numbers = new Map<Body, number>()
  const jobs = new Map<Body, Job>()
  const perRoom = new Map<string, number>()
  for (const member of cast) {
    const body = createBody(member.name, member.role, member.home, homeSpot(member, chance))
    const roomKey = `${member.home.mapId} ${member.home.room}`
    numbers.set(body, perRoom.get(roomKey) ?? 0)
    if (member.role === 'resident') perRoom.set(roomKey, (perRoom.get(roomKey) ?? 0) + 1)
    if (isPushed(member)) pushed.add(body)
    bodies.set(deviceIdOf(member), body)
  }
  const office = { mapId: hinoki2fEast.id, room: 'Nurse station' }
  const escort = createBody('Lin Wei', 'escort', office, homeSpot({ home: office }, chance))
  const everybody = [...bodies.values(), escort]
  const sato = bodies.get(SATO_KENJI)
  const driver = everybody.find((body) => body.role === 'driver')
  const vanKeys = everybody.find((body) => body.name === 'Van keys 2')
  if (vanKeys) vanKeys.leader = driver

  const situationOf = (body: Body, atHour: number): Situation => ({
    body,
    number: numbers.get(body) ?? 0,
    hour: atHour,
    chance,
    isAlone: sato?.leader !== body,
    idleThings: () =>
      [...pushed].filter((thing) => !thing.leader && thing.place.plan === body.place.plan && !isWanted(thing)),
  })
  const isWanted = (thing: Body) => [...jobs.values()].some((job) => job.errand.push === thing)

  function begin(body: Body, errand: Errand): void {
    jobs.set(body, { errand, phase: errand.push ? 'fetch' : 'go' })
    setOut(body, route(body.place, errand.push?.place ?? errand.to))
  }

  /** It has arrived. */
  function arrive(body: Body, job: Job, now: number): void {
    const thing = job.errand.push
    if (job.phase === 'fetch' && thing && !thing.leader) {
      thing.leader = body
      job.phase = 'push'
      setOut(body, route(body.place, job.errand.to))
      return
    }
    if (thing?.leader === body) thing.leader = undefined
    jobs.delete(body)
    body.headingDegrees = chance.between(0, 360)
    body.restUntil = now + job.errand.staySeconds
  }

  /** Sato Kenji walks to the gate by himself, and at the end home from the door. */
  function keepOuting(isOuting: boolean): void {
    if (!sato) return
    if (sato.leader === escort) {
      if (escort.place.plan === null) return
      sato.leader = undefined
      sato.restUntil = 0
    } else if (isOuting && sato.place.plan === null && escort.place.plan === null) {
      if (stepMetres(sato.place, escort.place) > MEETING_METRES) return
      setOut(sato, [])
      jobs.delete(sato)
      sato.leader = escort
    } else if (isOuting && jobs.get(sato)?.errand.to.plan !== null) {
      begin(sato, { to: gate, staySeconds: 1800 })
    }
  }

  // The story begins with everybody in the middle of something.
  for (const body of everybody) {
    if (body.leader || body.role === 'thing') continue
    const errand = nextErrand(situationOf(body, hour))
    if (errand.push === undefined && (body.role === 'resident' || errand.to.plan === null)) body.place = errand.to
    body.headingDegrees = chance.between(0, 360)
    body.restUntil = chance.between(0, errand.staySeconds)
  }

  if (sato && isOutingHour(hour)) {
    escort.place = outdoors(outdoorPlaces.riverMiddle.at)
    sato.place = escort.place
    sato.leader = escort
  }

  return {
    bodies,
    escort,
    live(seconds, now, atHour) {
      keepOuting(isOutingHour(atHour))
      for (const body of everybody) {
        walk(body, seconds, now)
        if (body.leader || body.role === 'thing' || !isAtRest(body)) continue
        const job = jobs.get(body)
        if (job) arrive(body, job, now)
        else if (now >= body.restUntil) begin(body, nextErrand(situationOf(body, atHour)))
      }
    },
    send(deviceId, to, staySeconds) {
      const body = bodies.get(deviceId)
      if (!body) throw new Error(`Nobody wears ${deviceId}.`)
      const job = jobs.get(body)
      if (job?.errand.push?.leader === body) job.errand.push.leader = undefined
      body.leader = undefined
      begin(body, { to, staySeconds })
    },
  }
}

function homeSpot(member: Pick<Member, 'home'>, chance: Chance): Place {
  const plan = planOf(member.home)
  return spotIn(plan, roomNamed(plan, member.home.room), chance)
}
