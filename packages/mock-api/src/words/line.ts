/** LINE groups of an account. Codes that a bot posts come from LINE's platform, so none is good here. */
import type { line } from '@whereabouts/contract/line'
import { refuse } from '../refusal.ts'
import { type Handlers, record, type World } from '../world.ts'

export const lineWords = (world: World): Handlers<typeof line> => ({
  listGroups: ({ actor }) => ({ line_groups: actor.account.lineGroups }),

  note({ actor, body }) {
    if ('link_code' in body) throw refuse('invalidGroupLinkCode')
    const group = actor.account.lineGroups.find(({ line_group_id }) => line_group_id === body.line_group_id)
    if (group === undefined) throw refuse('resourceNotFound')
    group.note = body.note
    record(world, actor, 'rename_line_group', body.note)
    return { line_group: group }
  },

  remove({ actor, body: { line_group_ids: ids } }) {
    const { account } = actor
    const gone = account.lineGroups.filter(({ line_group_id }) => ids.includes(line_group_id))
    account.lineGroups = account.lineGroups.filter((group) => !gone.includes(group))
    for (const { note } of gone) record(world, actor, 'unlink_line_group', note)
    return { failed_list: ids.filter((id) => !gone.some(({ line_group_id }) => line_group_id === id)) }
  },
})
