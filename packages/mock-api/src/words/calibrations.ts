/** Calibration of stations. The mock hears nothing, so stations are measured one after the other, at a steady pace. */
import type { Calibration, calibrations } from '@whereabouts/contract/calibrations'
import { errors } from '@whereabouts/contract/errors'
import { CALIBRATION_METHODS, calibrationMs } from '@whereabouts/domain/calibrations'
import { isStationOnline } from '@whereabouts/domain/stations'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, record, seconds, tellLists, type World } from '../world.ts'

/** Centimetres after the first reading, and when no more is learnt. */
const [FIRST_VALUE, LAST_VALUE] = [390, 44]

export const calibrationWords = (world: World): Handlers<typeof calibrations> => {
  /** The calibration as of now: how far each station is, and whether its time is over. */
  const asOfNow = (account: Account): Calibration | null => {
    const { calibration } = account
    if (calibration === null || calibration.stopped_at_ms !== null) return calibration
    const now = Math.min(world.now(), calibration.ends_at_ms)
    const each = (calibration.ends_at_ms - calibration.started_at_ms) / calibration.stations.length
    calibration.stations = calibration.stations.map((station, index) => {
      const share = (now - calibration.started_at_ms - index * each) / each
      if (share <= 0) return station
      const value = Math.round(Math.max(LAST_VALUE, FIRST_VALUE * (LAST_VALUE / FIRST_VALUE) ** Math.min(1, share)))
      return { ...station, state: value <= 50 ? ('enough' as const) : ('measuring' as const), value }
    })
    if (world.now() >= calibration.ends_at_ms) stop(account, calibration)
    return calibration
  }

  function stop(account: Account, calibration: Calibration): void {
    calibration.stopped_at_ms = Math.min(world.now(), calibration.ends_at_ms)
    const stop_time = seconds(calibration.stopped_at_ms)
    const values = Object.fromEntries(
      calibration.stations.flatMap(({ t4_id, value }) => (value === null ? [] : [[t4_id, value]])),
    )
    for (const { t4_id } of calibration.stations) {
      const station = account.stations.find((each) => each.t4_id === t4_id)
      if (station === undefined) continue
      station.calibration = { stop_time, g3: calibration.device_id, values }
      const { lock_mancal: locked } = station
      station.i_see_you = { method: calibration.method, locked, event_time: stop_time, signals: {} }
    }
  }

  return {
    get: ({ actor }) => ({ calibration: asOfNow(actor.account) }),

    run({ actor, params, body }) {
      const { account } = actor
      const method = CALIBRATION_METHODS.find((each) => each === params.method)
      if (method === undefined) throw refuse('resourceNotFound')
      const before = asOfNow(account)
      const isOn = before !== null && before.stopped_at_ms === null
      if (body.action === 'stop') {
        if (isOn) stop(account, before)
        tellLists(world, account, 'calibrations')
        return { calibration: before, invalid_t4: [] }
      }
      const tracker = account.trackers.find(({ device_id }) => device_id === body.device_id)
      if (tracker === undefined) throw refuse('deviceNotFound')
      const wanted = [...new Set(body.t4_ids.map((id) => id.toUpperCase()))]
      const failedList = wanted.flatMap((id) => {
        const station = account.stations.find(({ t4_id }) => t4_id === id)
        if (station === undefined) return [{ id, code: errors.deviceNotFound.code }]
        if (station.lock_mancal) return [{ id, code: errors.preconditionFailed.code }]
        return isStationOnline(station, seconds(world.now())) ? [] : [{ id, code: errors.notAllowed.code }]
      })
      const t4Ids = wanted.filter((id) => !failedList.some((failed) => failed.id === id))
      if (t4Ids.length > 0) {
        if (isOn) throw refuse('conflict')
        account.calibration = {
          ...{ method, device_id: tracker.device_id, started_at_ms: world.now(), stopped_at_ms: null },
          ends_at_ms: world.now() + calibrationMs(method, t4Ids.length),
          stations: t4Ids.map((t4_id) => ({ t4_id, state: 'listening', value: null })),
        }
        record(world, actor, 'start_calibration', tracker.name)
      }
      tellLists(world, account, 'calibrations')
      if (failedList.length > 0) {
        throw refuse('batchErrors', { failedList, invalidT4: failedList.map(({ id }) => id) })
      }
      return { calibration: account.calibration, invalid_t4: [] }
    },
  }
}
