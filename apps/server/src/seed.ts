/** Fills a database with the fixtures' site for the demo. Everything after that comes in by the device protocols. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import { demoAnswers, demoCarepads, demoLoggers, pastTemperatures } from '@whereabouts/fixtures/carepads'
import { demoRollCallClasses, pastDrill } from '@whereabouts/fixtures/roll-calls'
import { demoShiftTimer, pastShiftReports } from '@whereabouts/fixtures/shift-reports'
import { demoSite } from '@whereabouts/fixtures/site'
import { pastStepDays } from '@whereabouts/fixtures/step-days'
import { sql } from 'kysely'
import { insertFirmware } from './features/onboarding/firmwares.ts'
import { upsertTemperatureHours } from './ingest/write-behind/temperature-queries.ts'
import type { Clock, Random } from './platform/clock.ts'
import { hashPassword } from './platform/passwords.ts'
import type { Db } from './platform/postgres/database.ts'
import { hashToken } from './platform/tokens.ts'
import { makePartitionsAtFirst, TEMPERATURES } from './state/partitions.ts'

const DAY_MS = 86_400_000
const STATIONS_SINCE_S = 60 * 86_400

/** True when the demo filled this database. */
export async function isDemoDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql`select from accounts where account_id = ${demoSite.account.account_id}`.execute(db)
  return rows.length > 0
}

/** Inserts rows into a table; arrays and objects are written as the column's type needs. */
const insertRows = (db: Db, table: string, rows: readonly object[]) =>
  rows.length === 0
    ? undefined
    : sql`insert into ${sql.table(table)} (${sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))})
        select ${sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db)

/** Days of temperatures before the start. */
const TEMPERATURE_DAYS = 30
const HOUR_S = 3600

/** Loggers and carepads with what they measured and when it was beyond a threshold. */
async function seedCarepads(db: Db, own: { readonly account_id: string }, nowMs: number): Promise<void> {
  const now = Math.floor(nowMs / 1000)
  await insertRows(
    db,
    'loggers',
    demoLoggers.map((logger) => ({ ...own, ...logger, image: '', created_at: now })),
  )
  for (const {
    usual: _usual,
    swing: _swing,
    events: _events,
    humidity: _humidity,
    battery: _battery,
    ...settings
  } of demoCarepads) {
    await insertRows(db, 'carepads', [{ ...own, ...settings, make: '', temperature_unit: 'C', created_at: now }])
  }
  // Told of days ago: the demo begins without a ring.
  const low = demoCarepads.filter(({ battery }) => battery <= LOW_BATTERY_PERCENT)
  await insertRows(
    db,
    'device_conditions',
    low.map(({ carepad_id: device_id }) => ({
      ...{ ...own, device_id, kind: 'low_battery', subject: '', is_raised: true },
      ...{ since_ms: nowMs - DAY_MS, seen_ms: nowMs - DAY_MS },
    })),
  )
  for (const pad of demoCarepads) {
    const { readings, excursions } = pastTemperatures(pad, now, TEMPERATURE_DAYS)
    const id = pad.carepad_id
    const byHour = Map.groupBy(readings, ({ time }) => Math.floor(time / HOUR_S) * HOUR_S)
    const hours = [...byHour].map(([hour, minutes]) => {
      const values = new Array<number | null>(60).fill(null)
      const humidities = pad.humidity === undefined ? null : [...values]
      for (const { time, temperature, humidity } of minutes) {
        values[(time - hour) / 60] = Math.round(temperature * 100)
        if (humidities !== null && humidity !== null) humidities[(time - hour) / 60] = Math.round(humidity * 100)
      }
      return { ...own, id, hourMs: hour * 1000, lows: values, highs: values, humidities }
    })
    await makePartitionsAtFirst(
      db,
      TEMPERATURES,
      hours.map(({ hourMs }) => hourMs),
    )
    await upsertTemperatureHours(db, hours)
    await insertRows(
      db,
      'device_conditions',
      excursions.map(({ side, since, until, is_raised }) => ({
        ...{
          ...own,
          device_id: id,
          kind: `${side}_temperature`,
          subject: '',
          is_raised,
          since_order: 0,
          until_order: 0,
        },
        ...{ since_ms: since * 1000, seen_ms: until * 1000, until_ms: until * 1000 },
      })),
    )
    const answered = demoAnswers[id]
    const logger_name = demoLoggers.find(({ logger_id }) => logger_id === pad.logger_id)?.logger_name ?? ''
    await insertRows(
      db,
      'excursions',
      excursions.map(({ side, since, until, is_raised, peak }) => {
        const { carepad_name, threshold_high, threshold_low, alert_type } = pad
        const answeredMs = is_raised && answered ? (since + answered.after_s) * 1000 : null
        return {
          ...{ ...own, excursion_id: randomUUID(), carepad_id: id, event: `${side}_temperature` },
          ...{ since_ms: since * 1000, until_ms: until * 1000, is_raised, peak },
          ...{ carepad_name, logger_name, threshold_high, threshold_low, alert_type },
          ...{ acknowledged_by: answeredMs && answered!.by, acknowledged_at_ms: answeredMs },
          comments: answeredMs ? [{ text: answered!.comment, by: answered!.by, at_ms: answeredMs + 900_000 }] : [],
        }
      }),
    )
  }
}

/** Makes the demo's account with everything in it, once. Alarms ring there until somebody stops them if `rings` says so. */
export async function seedDemo(
  db: Db,
  { clock, random, rings = false }: { clock: Clock; random: Random; rings?: boolean },
): Promise<void> {
  if (await isDemoDatabase(db)) return
  const { account, users, maps, stations, trackers, zones, lowBatteries, classes } = demoSite
  const { remarkItems, credentials, firmwares } = demoSite
  const created_at = Math.floor(clock.now() / 1000)
  const own = { account_id: account.account_id }
  const password_hash = await hashPassword(users[0]?.password ?? random.uuid())
  const images = await Promise.all(maps.map((map) => readFile(map.image)))

  await db.transaction().execute(async (transaction) => {
    await insertRows(transaction, 'accounts', [
      {
        ...own,
        created_at,
        timezone: account.timezone,
        notification_ring_repeat: rings,
        custom_logo: '',
        about_image: '',
        about_content: '',
      },
    ])
    await insertRows(
      transaction,
      'users',
      users.map(({ password: _hashedAbove, ...user }) => ({
        ...own,
        ...user,
        password_hash,
        headshot: '',
        unread_count: 0,
        created_at,
      })),
    )
    for (const [index, { image: _file, ...map }] of maps.entries()) {
      await sql`insert into indoor_maps (account_id, id, map_name, image_type, image, width, height, metres_per_pixel,
          building, floor, corners, created_at)
        values (${own.account_id}, ${map.id}, ${map.map_name}, ${map.image_type}, ${images[index]}, ${map.width},
          ${map.height}, ${map.metres_per_pixel}, ${map.building}, ${map.floor}, ${JSON.stringify(map.corners)},
          ${created_at - index})`.execute(transaction)
    }
    await insertRows(
      transaction,
      'stations',
      // They hang there since before the past that the demo shows.
      stations.map((station) => ({
        ...{ ...own, ...station, photo: '', lock_mancal: false },
        created_at: created_at - STATIONS_SINCE_S,
      })),
    )
    await insertRows(
      transaction,
      'tracker_classes',
      classes.map((entry) => ({ ...own, ...entry })),
    )
    await insertRows(
      transaction,
      'zones',
      zones.map((zone) => ({ ...own, ...zone, created_at })),
    )
    await insertRows(
      transaction,
      'device_conditions',
      lowBatteries.map((device_id) => ({
        ...{ ...own, device_id, kind: 'low_battery', subject: '' },
        ...{ since_ms: clock.now() - DAY_MS, seen_ms: clock.now() - DAY_MS, is_raised: true },
      })),
    )
    await insertRows(
      transaction,
      'remark_items',
      remarkItems.map((item, place) => ({ ...own, ...item, place })),
    )
    await insertRows(transaction, 'shift_timers', [
      {
        ...own,
        times: demoShiftTimer.shift_report_timer,
        names: demoShiftTimer.shift_names,
        since_ms: demoShiftTimer.shift_report_timer.map(() => clock.now()),
      },
    ])
    const { ticks, ...drill } = pastDrill(clock.now())
    await insertRows(transaction, 'roll_calls', [{ ...own, ...drill }])
    await insertRows(
      transaction,
      'roll_call_ticks',
      ticks.map((tick) => ({ ...own, roll_call_id: drill.id, ...tick })),
    )
    await insertRows(transaction, 'roll_call_settings', [{ ...own, class_indexes: demoRollCallClasses }])
    const reports = pastShiftReports(clock.now())
    await insertRows(
      transaction,
      'shift_reports',
      reports.map(({ report: { report_id, creator, shift_name, notes, state, ...report }, due_at_ms, content }) => ({
        ...{ ...own, report_id, due_at_ms, creator, shift_name, notes, state, content, retries: 0 },
        ...{ date_ms: report.date * 1000, period_start_ms: report.period_start * 1000 },
      })),
    )
    await insertRows(
      transaction,
      'shift_report_readings',
      reports.flatMap(({ report: { report_id, read_by } }) =>
        read_by.map(({ time, ...reading }) => ({ ...own, report_id, ...reading, read_at_ms: time * 1000 })),
      ),
    )
    await insertRows(
      transaction,
      'trackers',
      trackers.map((tracker) => ({ ...own, ...tracker, photo: '', created_at })),
    )
    const watches = trackers.filter(({ device_model, make }) => device_model === 'g5' && make === '')
    await insertRows(
      transaction,
      'step_days',
      watches.flatMap(({ device_id }) =>
        pastStepDays(device_id, clock.now(), account.timezone).map((day) => ({ ...own, device_id, ...day })),
      ),
    )
    await seedCarepads(transaction, own, clock.now())
    await sql`insert into bindings (device_type, device_id, account_id, mac_address)
      select 'g3', device_id, account_id, mac_address from trackers
      where account_id = ${own.account_id} and device_model <> 'mobile' and make = ''
      union all
      select 't4', t4_id, account_id, mac_address from stations where account_id = ${own.account_id}`.execute(
      transaction,
    )
    // Not real firmware: it shows how an upgrade goes, and the simulator's trackers accept it.
    for (const { device_model: model, version } of firmwares) {
      const image = Buffer.from(`Firmware of the demo for ${model}`)
      const signature = Buffer.from('demo')
      await insertFirmware(transaction, { model, version, image, signature, now: created_at })
    }
    for (const { password, ...credential } of credentials) {
      await sql`insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
        values (${own.account_id}, ${credential.sender_id}, ${credential.kind}, ${hashToken(password)},
          ${credential.t4_id}, ${created_at})`.execute(transaction)
    }
  })
}
