/** Calibration of stations. Source: specification §7; G54. */
import { calibrations } from '@whereabouts/contract/calibrations'
import { errors } from '@whereabouts/contract/errors'
import type { BodyOf } from '@whereabouts/contract/kit'
import { CALIBRATION_METHODS, type CalibrationMethod, calibrationMs } from '@whereabouts/domain/calibrations'
import { isStationOnline } from '@whereabouts/domain/stations'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { lockTracker } from '../trackers/queries.ts'
import { finish, queueFinish } from './finish.ts'
import { presentCalibration } from './measure.ts'
import { findCalibration, insertCalibration, listStationsToCalibrate } from './queries.ts'

type Given = BodyOf<typeof calibrations.run>

interface Invalid {
  readonly id: string
  readonly code: number
}

export const calibrationRoutes = (http: FastifyInstance, app: App) => {
  const present = async (accountId: string) => {
    const row = await findCalibration(app.db, accountId)
    return row === undefined ? null : presentCalibration(app.db, accountId, row, app.clock.now())
  }

  return answer(http, app.identify, calibrations, {
    get: async ({ actor }) => ({ calibration: await present(actor.accountId) }),

    async run({ actor, params, body, request }) {
      const { accountId } = actor
      const method = CALIBRATION_METHODS.find((each) => each === params.method)
      if (method === undefined) throw refuse('resourceNotFound')
      if (body.action === 'stop') {
        await finish(app, accountId, null)
        return { calibration: await present(accountId), invalid_t4: [] }
      }
      const given = { method, body, ip: request.ip }
      await flushHotRows(app, accountId)
      const invalid = await app.db.transaction().execute((db) => start(db, app, actor, given))
      app.streams.listChanged(accountId, 'calibrations')
      if (invalid.length > 0) {
        throw refuse('batchErrors', { failedList: invalid, invalidT4: invalid.map(({ id }) => id) })
      }
      return { calibration: await present(accountId), invalid_t4: [] }
    },
  })
}

/** Starts a calibration of the stations that may be calibrated; answers the others, each with the code of what is wrong. */
async function start(
  db: Db,
  app: App,
  actor: Actor,
  { method, body, ip }: { readonly method: CalibrationMethod; readonly body: Given; readonly ip: string },
): Promise<readonly Invalid[]> {
  const { accountId } = actor
  const now = app.clock.now()
  const { name } = await lockTracker(db, accountId, body.device_id)
  const wanted = [...new Set(body.t4_ids.map((id) => id.toUpperCase()))]
  const known = new Map((await listStationsToCalibrate(db, accountId, wanted)).map((one) => [one.t4_id, one]))
  const invalid = wanted.flatMap((id): Invalid[] => {
    const station = known.get(id)
    if (station === undefined) return [{ id, code: errors.deviceNotFound.code }]
    if (station.lock_mancal) return [{ id, code: errors.preconditionFailed.code }]
    const contact = {
      connection_status: station.connection_status ?? 'disconnected',
      lastseen_time: station.lastseen_ms === null ? null : toSeconds(station.lastseen_ms),
    } as const
    return isStationOnline(contact, toSeconds(now)) ? [] : [{ id, code: errors.notAllowed.code }]
  })
  const t4_ids = wanted.filter((id) => !invalid.some((one) => one.id === id))
  if (t4_ids.length === 0) return invalid
  const row = {
    ...{ calibration_id: app.random.uuid(), method, device_id: body.device_id, t4_ids, stopped_at_ms: null },
    ...{ started_at_ms: now, ends_at_ms: now + calibrationMs(method, t4_ids.length) },
  }
  await insertCalibration(db, accountId, row)
  await queueFinish(db, app, accountId, row)
  await recordActivity(db, app, actor, { action: 'start_calibration', target: name, ip })
  return invalid
}
