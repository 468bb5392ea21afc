/** The record of excursions. The mock judges no temperatures: it has those of its demo. */
import { type excursions, MAX_COMMENTS } from '@whereabouts/contract/excursions'
import { csvLine } from '@whereabouts/domain/csv'
import { localDayOf } from '@whereabouts/domain/local-times'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { EMPTY_PDF, type Handlers, page, record, seconds, type World } from '../world.ts'

export const excursionWords = (world: World): Handlers<typeof excursions> => ({
  list({ actor, query: { page_token, query_start = 0, query_end = seconds(world.now()), carepad_id } }) {
    const wanted = actor.account.excursions.filter(
      (one) =>
        one.start >= query_start &&
        one.start <= query_end &&
        (carepad_id === undefined || one.carepad_id === carepad_id),
    )
    const { items, metadata } = page(wanted, ({ excursion_id }) => excursion_id, { page_token })
    return { excursions: items, metadata }
  },

  comment({ actor, params: { excursion_id }, body: { text } }) {
    const { account, name: by } = actor
    const before = account.excursions.find((one) => one.excursion_id === excursion_id)
    if (before === undefined) throw refuse('resourceNotFound')
    if (before.comments.length >= MAX_COMMENTS) throw refuse('invalidInput', { info: 'comments.count' })
    const excursion = { ...before, comments: [...before.comments, { text, by, at: seconds(world.now()) }] }
    account.excursions = account.excursions.map((one) => (one === before ? excursion : one))
    record(world, actor, 'comment_excursion', excursion.carepad_name)
    return { excursion }
  },

  csv: ({ actor: { account }, query: { month } }) => ({
    csv: ofMonth(account, month)
      .map(({ start, duration, event, carepad_name }) => csvLine([start, duration, event, carepad_name]))
      .join(''),
  }),

  pdf: () => ({ base64: EMPTY_PDF }),
})

/** Oldest first; `month` as `2026-11`, by the account's clocks. */
const ofMonth = ({ excursions, timezone }: Account, month: string) =>
  excursions.toReversed().filter(({ start }) => {
    const day = localDayOf(start * 1000, timezone)
    return `${day.year}-${String(day.month).padStart(2, '0')}` === month
  })
