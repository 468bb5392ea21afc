/** The fixtures' site in the mock: the demo's sign-ins, and where everything is at one quiet moment. */
import type { Excursion } from '@whereabouts/contract/excursions'
import { ShiftReportContent } from '@whereabouts/contract/shift-reports'
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { dayText, localCalendar } from '@whereabouts/domain/local-times'
import type { StepDay } from '@whereabouts/domain/steps'
import { LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import { demoAnswers, demoCarepads, demoLoggers, pastTemperatures } from '@whereabouts/fixtures/carepads'
import { cast, deviceIdOf, type Member } from '@whereabouts/fixtures/cast'
import { toGlobe } from '@whereabouts/fixtures/floor-plan'
import { planById } from '@whereabouts/fixtures/floor-plans'
import { demoRollCallClasses, pastDrill } from '@whereabouts/fixtures/roll-calls'
import { demoShiftTimer, pastShiftReports } from '@whereabouts/fixtures/shift-reports'
import { demoSite } from '@whereabouts/fixtures/site'
import { pastStepDays } from '@whereabouts/fixtures/step-days'
import type { MockApi } from './mock-api.ts'
import { pastOfficeLogs } from './office-logs.ts'
import { seededTraining } from './seeded-training.ts'
import { type Account, emptyAccount, newUser } from './state.ts'
import { addCarepad } from './words/carepads.ts'
import { imageOf } from './words/indoor-maps.ts'
import { newStation } from './words/stations.ts'
import { newTracker } from './words/trackers.ts'
import { seconds, type World } from './world.ts'

/** A silent tracker was last heard so long ago (s). */
const SILENT_FOR = 26 * 3600
const USUAL_BATTERY = 76

/** Mocks are made one after another by tests: what they share of the past is worked out once. */
const calendar = localCalendar(demoSite.account.timezone)
/** By device and day. */
const stepDays = new Map<string, readonly StepDay[]>()

function stepDaysOf(deviceId: string, nowMs: number): StepDay[] {
  const key = `${deviceId} ${dayText(calendar.dayOf(nowMs))}`
  const known = stepDays.get(key) ?? pastStepDays(deviceId, nowMs, calendar.timeZone)
  stepDays.set(key, known)
  return [...known]
}

/** Makes the demo's account, with the same people, devices and lists as the demo of the server. */
export function seedDemo({ state, world }: MockApi): Account {
  const now = seconds(world.now())
  const { account: given, users, maps, stations, trackers, zones, classes, remarkItems, credentials } = demoSite
  const account: Account = {
    ...emptyAccount(given.account_id),
    timezone: given.timezone,
    users: users.map((user) => newUser({ ...user, created_time: now })),
    maps: maps.map(({ image: _file, image_type: _type, ...map }) => ({
      ...map,
      map_image: imageOf(map.id),
      map_url: imageOf(map.id),
    })),
    stations: stations.map((station): Station => {
      const map = maps.find(({ id }) => id === station.map_id)
      const placed = { map_name: map?.map_name ?? '', map_url: map === undefined ? '' : imageOf(map.id) }
      const heard = { connection_status: 'connected', lastseen_time: now, firmware: '2.4.1', ip: '10.0.0.7' } as const
      return newStation({ ...station, ...placed, ...heard })
    }),
    zones: zones.map(({ map_id: _inShape, ...zone }) => ({ ...zone, active_times: null })),
    classes: [...classes],
    remarkItems: [...remarkItems],
    ...seededTraining(world.now()),
    rollCalls: [pastDrill(world.now())],
    rollCallClasses: [...demoRollCallClasses],
    shiftTimer: demoShiftTimer,
    shiftReports: pastShiftReports(world.now()).map(({ report, content }) => ({
      report,
      content: content === null ? null : ShiftReportContent.parse(content),
    })),
    credentials: credentials.map(({ password: _kept, ...credential }) => ({
      ...credential,
      created_time: now,
      last_used: null,
      connected_time: null,
      made_by_link: '',
      has_payload_key: false,
      set_aside: [],
    })),
  }
  const members = new Map(cast.map((member) => [deviceIdOf(member), member]))
  account.trackers = trackers.map(({ radio_identity: _radio, assigned_firmware: firmware, ...tracker }) => {
    const plain = newTracker({ ...tracker, firmware, add_date: now })
    const member = members.get(tracker.device_id)
    return member === undefined ? plain : { ...plain, ...atHome(member, account.stations, now) }
  })
  const staff = account.trackers.filter(({ class_index }) =>
    classes.some(({ index, is_staff }) => is_staff && index === class_index),
  )
  account.officeLogs = pastOfficeLogs(staff, world.now(), calendar)
  for (const watch of account.trackers.filter(({ device_model, make }) => device_model === 'g5' && make === '')) {
    account.stepDays.set(watch.device_id, stepDaysOf(watch.device_id, world.now()))
  }
  fillCarepads(account, world)
  state.accounts.push(account)
  state.firmwares.push(
    ...demoSite.firmwares.flatMap(({ device_model, version }) =>
      device_model === 'mobile' ? [] : { device_model, version },
    ),
  )
  for (const { id, image } of maps) state.pictures.set(id, image.href)
  return account
}

/** Fewer temperatures than a month of minutes, which would slow each test. */
const TEMPERATURE_DAYS = 8
const TEMPERATURES_EVERY_S = 300
/** How long a carepad is said to be back to normal. */
const BACK_TO_NORMAL_S = 12 * 3600

function fillCarepads(account: Account, world: World): void {
  const now = seconds(world.now())
  account.loggers.push(...demoLoggers.map((logger) => ({ ...logger, image: '' })))
  for (const pad of demoCarepads) {
    const { readings, excursions } = pastTemperatures(pad, now, TEMPERATURE_DAYS, TEMPERATURES_EVERY_S)
    const { carepad_id, carepad_name, logger_id, measures, threshold_high, threshold_low, alert_type, battery } = pad
    const { temperature = null, humidity = null } = readings.at(-1) ?? {}
    const settings = { logger_id, measures, threshold_high, threshold_low, alert_type, battery }
    const normal_since =
      excursions.findLast(({ until, is_raised }) => is_raised && until > now - BACK_TO_NORMAL_S)?.until ?? null
    addCarepad(account, {
      ...{
        ...settings,
        carepad_id,
        carepad_name,
        temperature,
        humidity,
        normal_since,
        last_seen: now,
        battery_low: battery < 15,
      },
    })
    account.temperatures.set(
      carepad_id,
      readings.map((reading) => ({ ...reading, low: reading.temperature, high: reading.temperature })),
    )
    const logger_name = demoLoggers.find((logger) => logger.logger_id === logger_id)?.logger_name ?? ''
    account.excursions.push(
      ...excursions.map(({ side, since, until, is_raised, peak }): Excursion => {
        const answered = is_raised ? demoAnswers[carepad_id] : undefined
        const answeredAt = since + (answered?.after_s ?? 0)
        return {
          ...{ excursion_id: world.uuid(), carepad_id, carepad_name, logger_name, event: `${side}_temperature` },
          ...{ start: since, duration: until - since, is_over: true, alerted: is_raised, peak },
          ...{ threshold_high, threshold_low, acknowledged_by: answered?.by ?? null },
          acknowledged_at: answered ? answeredAt : null,
          comments: answered ? [{ text: answered.comment, by: answered.by, at: answeredAt + 900 }] : [],
        }
      }),
    )
  }
  account.excursions.sort((a, b) => b.start - a.start)
}

/** From this share of the distance to the second station on, either may be the nearest. */
const EITHER_SHARE = 0.95

/** Where somebody is at home, heard by the nearest station of that floor a moment ago. */
function atHome({ home, silent, batteryPercent }: Member, stations: readonly Station[], now: number): Partial<Tracker> {
  const plan = planById.get(home.mapId)
  const room = plan?.rooms.find(({ name }) => name === home.room)
  if (plan === undefined || room === undefined) return {}
  const place = { x: room.x + room.w / 2, y: room.y + room.h / 2 }
  const distance = ({ indoor_X, indoor_Y }: Station) => Math.hypot((indoor_X ?? 0) - place.x, (indoor_Y ?? 0) - place.y)
  const [station, next] = stations
    .filter(({ map_id }) => map_id === plan.id)
    .toSorted((one, other) => distance(one) - distance(other))
  // As far from both: nobody can tell which.
  const isEither = station !== undefined && next !== undefined && distance(station) > EITHER_SHARE * distance(next)
  const rooms = [station, ...(isEither ? [next] : [])].flatMap((one) => one?.t4_name ?? [])
  const { longitude, latitude } = toGlobe(plan, place)
  const last_seen = silent ? now - SILENT_FOR : now
  return {
    connected: !silent,
    status: silent ? 'offline' : 'connected',
    last_seen,
    disconnected_time: silent ? last_seen : null,
    battery: silent ? LOW_BATTERY_PERCENT - 12 : (batteryPercent ?? USUAL_BATTERY),
    rssi: -61,
    ...{ gps_latitude: latitude, gps_longitude: longitude, indoor_X: place.x, indoor_Y: place.y },
    qualified_location_info: {
      sender_device_id: station?.t4_id ?? '',
      reason_code: silent ? 403 : 3,
      reason_data: {
        ...{ indoor_map_id: plan.id, indoor_map_name: plan.map_name, indoor_map_url: imageOf(plan.id) },
        ...{ indoor_X: place.x, indoor_Y: place.y, station_name: station?.t4_name ?? '', rooms },
      },
      ...{ gps_latitude: latitude, gps_longitude: longitude, accuracy: 3, scanned_at_ms: last_seen * 1000 },
    },
  }
}
