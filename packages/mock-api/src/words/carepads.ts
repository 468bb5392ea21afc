/** Temperature carepads. */

import type { Carepad, carepads } from '@whereabouts/contract/carepads'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, page, record, tellLists, type World } from '../world.ts'

export const carepadWords = (world: World): Handlers<typeof carepads> => ({
  list({ actor, query }) {
    const { items, metadata } = page(actor.account.carepads, ({ carepad_id }) => carepad_id, query)
    return { carepads: items, metadata }
  },

  add({ actor, body: { carepad_id, carepad_name = '', logger_id = null, bind_check } }) {
    const { account } = actor
    // There are no loggers yet.
    if (logger_id !== null) throw refuse('resourceNotFound')
    const holder = world.state.accounts.find((each) => each.carepads.some((pad) => pad.carepad_id === carepad_id))
    if (holder !== undefined) throw refuse(holder === account ? 'deviceAlreadyYours' : 'deviceUsedByAnotherUser')
    if (bind_check === true) return {}
    const carepad = addCarepad(account, { carepad_id, carepad_name })
    record(world, actor, 'add_carepad', carepad_name)
    tellLists(world, account, 'carepads')
    return { carepad }
  },
})

/** Refuses with 400102 a name that another one has. */
export function addCarepad(
  account: Account,
  given: Pick<Carepad, 'carepad_id' | 'carepad_name'> & Partial<Carepad>,
): Carepad {
  if (account.carepads.some(({ carepad_name }) => isSameName(carepad_name, given.carepad_name)))
    throw refuse('nameTaken')
  const carepad: Carepad = {
    logger_id: null,
    make: '',
    battery: null,
    temperature: null,
    last_seen: null,
    temperature_unit: 'C',
    threshold_high: 38,
    threshold_low: 35,
    alert_type: 'persistent',
    encrypted: false,
    ...given,
  }
  account.carepads.unshift(carepad)
  return carepad
}
