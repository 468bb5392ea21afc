/** Steps of care watches. Source: G71. */
import { steps } from '@whereabouts/contract/steps'
import { daysLater, dayText, type LocalDay, localDayOf } from '@whereabouts/domain/local-times'
import { type StepDay, type StepRange, stepFigures, stepsByMonth } from '@whereabouts/domain/steps'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { settlePast } from '../../state/flush-hot-rows.ts'
import { findTimeZone } from '../../state/people.ts'
import { listStepDays, listStepDevices, setStepTarget } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'homes' | 'identify' | 'random'>

const DAYS = { '1w': 7, '1m': 30 } as const
const MONTHS = 12

/** The last twelve months (YYYY-MM) up to that of a day, oldest first. */
function monthsUntil({ year, month }: LocalDay): string[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const date = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return date.toISOString().slice(0, 7)
  })
}

/** Days of a range (YYYY-MM-DD), oldest first. */
const daysUntil = (today: LocalDay, days: number): string[] =>
  Array.from({ length: days }, (_, index) => dayText(daysLater(today, index - days + 1)))

const firstDayOf = (range: StepRange, today: LocalDay): string =>
  range === '1y' ? `${monthsUntil(today)[0]}-01` : daysUntil(today, DAYS[range])[0]!

export const stepRoutes = (http: FastifyInstance, app: Needs) => {
  const { db, clock } = app

  const todayOf = async (accountId: string) => localDayOf(clock.now(), await findTimeZone(db, accountId))

  /** Refuses with 404102 one that the account does not have, or that counts no steps. */
  async function findDevice(from: Db, accountId: string, deviceId: string) {
    const [device] = await listStepDevices(from, accountId, deviceId)
    if (device === undefined) throw refuse('resourceNotFound')
    return device
  }

  const figuresOf = (days: readonly StepDay[], target: number, today: LocalDay) => ({
    today: days.find(({ day }) => day === dayText(today))?.count ?? 0,
    ...stepFigures(days, target),
    target,
  })

  return answer(http, app.identify, steps, {
    async get({ actor: { accountId }, params: { id: deviceId }, query: { range } }) {
      const { target } = await findDevice(db, accountId, deviceId)
      await settlePast(app, accountId)
      const today = await todayOf(accountId)
      const days = await listStepDays(db, accountId, { from: firstDayOf(range, today), to: dayText(today), deviceId })
      const countOf = new Map(days.map(({ day, count }) => [day, count]))
      return {
        ...figuresOf(days, target, today),
        steps:
          range === '1y'
            ? stepsByMonth(days, monthsUntil(today))
            : daysUntil(today, DAYS[range]).map((date) => ({ date, count: countOf.get(date) ?? 0 })),
      }
    },

    async setTarget({ actor, params: { id }, body: { target }, request }) {
      await db.transaction().execute(async (transaction) => {
        await findDevice(transaction, actor.accountId, id)
        await setStepTarget(transaction, actor.accountId, id, target)
        await recordActivity(transaction, app, actor, { action: 'change_step_target', target: id, ip: request.ip })
      })
      return { target }
    },

    async list({ actor: { accountId }, query: { range } }) {
      await settlePast(app, accountId)
      const today = await todayOf(accountId)
      const [devices, days] = await Promise.all([
        listStepDevices(db, accountId),
        listStepDays(db, accountId, { from: firstDayOf(range, today), to: dayText(today) }),
      ])
      const daysOf = Map.groupBy(days, ({ device_id }) => device_id)
      return {
        devices: devices.flatMap(({ device_id, target }) => {
          const ofDevice = daysOf.get(device_id)
          return ofDevice === undefined ? [] : [{ device_id, ...figuresOf(ofDevice, target, today) }]
        }),
      }
    },
  })
}
