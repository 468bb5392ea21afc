/** Where the account is signed in, and what was done in it. */
import { ACTIVITY_PAGE_SIZE, type activity } from '@whereabouts/contract/activity'
import { refuse } from '../refusal.ts'
import type { Log } from '../state.ts'
import { endSessions, type Handlers, isSecurity, mustBeFresh, page, record, type World } from '../world.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const activityWords = (world: World): Handlers<typeof activity> => ({
  listDevices: ({ actor: { account, session: own } }) => ({
    activity_devices: world.state.sessions
      .filter(({ account_id }) => account_id === account.account_id)
      .map(({ session_id, link_code, user_id, signin_at_ms }) => ({
        id: session_id,
        device_type: link_code === null ? ('web' as const) : ('access_link' as const),
        name:
          account.links.find((link) => link.link_code === link_code)?.name ??
          account.users.find((user) => user.user_id === user_id)?.fullname ??
          '',
        platform: 'web',
        is_current_device: session_id === own.session_id,
        sigint_at_ms: signin_at_ms,
        photo: '',
      }))
      .toSorted((one, other) => other.sigint_at_ms - one.sigint_at_ms),
  }),

  listLogs: ({ actor: { account }, query }) =>
    pageOfLogs(
      account.logs.filter(({ action }) => query.type !== 'security' || isSecurity(action)),
      query,
    ),

  listLogsOfDevice({ actor: { account }, params: { id }, query }) {
    if (!UUID.test(id)) throw refuse('resourceNotFound')
    const own = account.logs.filter(({ session_id }) => session_id === id)
    return pageOfLogs(own, { ...query, count: ACTIVITY_PAGE_SIZE })
  },

  forceSignOut({ actor, body }) {
    mustBeFresh(world, actor)
    const wanted = [...body.session_ids, ...body.mobile_ids]
    const { account, session: own } = actor
    const ended = endSessions(
      world,
      (session) => session.account_id === account.account_id && session !== own && wanted.includes(session.session_id),
    )
    for (const { user_id } of ended) {
      record(world, actor, 'forced_sign_out', account.users.find((user) => user.user_id === user_id)?.fullname)
    }
    const gone = new Set(ended.map(({ session_id }) => session_id))
    return { failed_list: wanted.filter((id) => !gone.has(id)) }
  },
})

function pageOfLogs(logs: readonly Log[], query: { page_token?: string | undefined; count?: number | undefined }) {
  const { items, metadata } = page(logs, ({ id }) => id, query)
  return { activity_logs: items, metadata }
}
