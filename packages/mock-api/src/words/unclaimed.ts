/** The inbox of tags that senders hear and nobody has. */

import type { unclaimed } from '@whereabouts/contract/unclaimed'
import { isProtectedName } from '@whereabouts/domain/protected-names'
import { likelyMeasured } from '@whereabouts/domain/temperatures'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Actor, type Handlers, newToken, page, record, seconds, tellLists, type World } from '../world.ts'
import { addCarepad } from './carepads.ts'
import { mustFitPin } from './pins.ts'
import { newTracker } from './trackers.ts'

export const unclaimedWords = (world: World): Handlers<typeof unclaimed> => {
  function mark(actor: Actor, id: string, isIgnored: boolean): Record<string, never> {
    const tag = getTag(actor.account, id)
    tag.isIgnored = isIgnored
    record(world, actor, isIgnored ? 'ignore_tag' : 'restore_tag', tag.radio_identity)
    tellLists(world, actor.account, 'unclaimed')
    return {}
  }

  return {
    list({ actor, query }) {
      const isWanted = query.ignored === 'true'
      const tags = actor.account.unclaimed.filter(({ isIgnored }) => isIgnored === isWanted)
      const { items, metadata } = page(tags, ({ id }) => id, query)
      return { unclaimed: items, metadata }
    },

    claim({ actor, params: { id }, body }) {
      const { account } = actor
      const tag = getTag(account, id)
      // Which key opens it nobody can tell here: any is good that is asked for.
      if (tag.is_encrypted !== (body.key !== undefined)) throw refuse('invalidInput', { info: 'body.key' })
      const carepadName = body.as === 'both' ? (body.carepad_name ?? body.name) : body.name
      if (body.as !== 'tracker') mustFitPin(account, { ...body, name: carepadName })
      if (body.as !== 'carepad' && isProtectedName(body.name)) throw refuse('invalidInput', { info: 'body.name' })
      if (body.as !== 'tracker' && !tag.has_temperature) throw refuse('invalidInput', { info: 'body.as' })
      const newId = (prefix: string) => `${prefix}-${newToken(world).slice(0, 12).toUpperCase()}`
      const { make, battery, last_seen, rssi, temperature } = tag
      const newCarepad = () => {
        const heard = { make, battery, last_seen, temperature }
        const measures = body.measures ?? likelyMeasured(temperature)
        return addCarepad(account, { carepad_id: newId('PAD'), carepad_name: carepadName, measures, ...heard })
      }
      const newTag = () => {
        if (account.trackers.some(({ name }) => isSameName(name, body.name))) throw refuse('nameTaken')
        const heard = { make, battery, last_seen, rssi, connected: true, status: 'connected' } as const
        const tracker = newTracker({
          ...{ device_id: newId('TAG'), name: body.name, device_model: 'g3', add_date: seconds(world.now()) },
          ...heard,
        })
        account.trackers.unshift(tracker)
        world.tell(account.account_id, { event: 'trackers', data: { trackers: [tracker] } })
        return tracker
      }
      // The tracker first, whose name may be taken.
      const made = {
        ...(body.as === 'carepad' ? {} : { tracker: newTag() }),
        ...(body.as === 'tracker' ? {} : { carepad: newCarepad() }),
      }
      account.unclaimed = account.unclaimed.filter((each) => each !== tag)
      record(world, actor, 'claim_tag', isProtectedName(body.name) ? (made.carepad?.carepad_id ?? '') : body.name)
      tellLists(world, account, 'unclaimed', ...(body.as === 'tracker' ? [] : (['carepads'] as const)))
      return made
    },

    ignore: ({ actor, params: { id } }) => mark(actor, id, true),
    restore: ({ actor, params: { id } }) => mark(actor, id, false),
  }
}

function getTag(account: Account, tagId: string): Account['unclaimed'][number] {
  const tag = account.unclaimed.find(({ id }) => id === tagId)
  if (tag === undefined) throw refuse('resourceNotFound')
  return tag
}
