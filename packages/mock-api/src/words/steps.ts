/** Steps: as the mock's account has them by device. */
import type { steps } from '@whereabouts/contract/steps'
import { daysLater, dayText, localDayOf } from '@whereabouts/domain/local-times'
import { STEP_TARGET, stepFigures, stepsByMonth } from '@whereabouts/domain/steps'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, record, type World } from '../world.ts'

const DAYS = { '1w': 7, '1m': 30, '1y': 365 } as const

export const stepWords = (world: World): Handlers<typeof steps> => {
  const find = (account: Account, id: string) => {
    const tracker = account.trackers.find(({ device_id }) => device_id === id)
    if (tracker === undefined || tracker.device_model === 'mobile' || tracker.make !== '')
      throw refuse('resourceNotFound')
    return { tracker, days: account.stepDays.get(id) ?? [], target: account.stepTargets.get(id) ?? STEP_TARGET }
  }
  const recordOf = (account: Account, id: string, range: keyof typeof DAYS) => {
    const { days, target } = find(account, id)
    const today = localDayOf(world.now(), account.timezone)
    const dates = Array.from({ length: DAYS[range] }, (_, index) => dayText(daysLater(today, index - DAYS[range] + 1)))
    const within = days.filter(({ day }) => day >= dates[0]!)
    const months = [...new Set(dates.map((date) => date.slice(0, 7)))].slice(-12)
    return {
      today: within.find(({ day }) => day === dayText(today))?.count ?? 0,
      ...stepFigures(within, target),
      target,
      steps:
        range === '1y'
          ? stepsByMonth(within, months)
          : dates.map((date) => ({ date, count: within.find(({ day }) => day === date)?.count ?? 0 })),
    }
  }
  return {
    get: ({ actor: { account }, params, query }) => recordOf(account, params.id, query.range),

    setTarget({ actor, params, body }) {
      find(actor.account, params.id)
      actor.account.stepTargets.set(params.id, body.target)
      record(world, actor, 'change_step_target', params.id)
      return { target: body.target }
    },

    list: ({ actor: { account }, query }) => ({
      devices: [...account.stepDays.keys()].map((device_id) => {
        const { steps: _each, ...figures } = recordOf(account, device_id, query.range)
        return { device_id, ...figures }
      }),
    }),
  }
}
