/** Integrators make accounts for business users, switch their features and delete them. They never see their devices. */
import { integrators } from '@whereabouts/contract/integrators'
import { GROUPS, type Group } from '@whereabouts/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { requireFresh } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { deleteAccount, finishDeletion } from '../accounts/erase.ts'
import { inviteUser } from '../accounts/invite.ts'
import { insertOwner } from '../accounts/queries.ts'
import { assignToIntegrator, getBusinessAccount, listBusinessUsers, switchGroups } from './queries.ts'

/** Each sends a mail to an address the integrator names, so an account may make this many a minute. */
const INVITATIONS = { kind: 'business-user', most: 10, windowMs: 60_000 }
const INVITATIONS_A_DAY = { kind: 'business-user-day', most: 50, windowMs: 86_400_000 }

const isGroup = (name: string): name is Group => GROUPS.some((group) => group === name)

export function integratorRoutes(http: FastifyInstance, app: App) {
  const list = async (accountId: string) => ({
    b2b_users: await acrossAccounts(() => listBusinessUsers(app.db, accountId)),
  })
  const transaction = <Result>(work: (db: Db) => Promise<Result>) =>
    acrossAccounts(() => app.db.transaction().execute(work))

  return answer(http, app.identify, integrators, {
    listUsers: ({ actor }) => list(actor.accountId),

    async createUser({ actor, body: { user: wanted }, request }) {
      await countRequest(app, INVITATIONS, actor.accountId)
      await countRequest(app, INVITATIONS_A_DAY, actor.accountId)
      const user = {
        ...wanted,
        account_id: app.random.uuid(),
        user_id: app.random.uuid(),
        // The person sets a first one by the link of the invitation.
        password_hash: null,
        b2b_user: true,
        verified: false,
        created_at: toSeconds(app.clock.now()),
      }
      await transaction(async (db) => {
        await insertOwner(db, user)
        await assignToIntegrator(db, actor.accountId, user.account_id)
        await inviteUser(db, app, user, actor.name)
        await recordActivity(db, app, actor, { action: 'create_business_user', target: user.fullname, ip: request.ip })
      })
      app.outbox.wake()
      return list(actor.accountId)
    },

    async removeUser({ actor, body, request }) {
      requireFresh(actor)
      const { account, ended } = await transaction(async (db) => {
        const account = await getBusinessAccount(db, actor.accountId, body.user_id)
        await recordActivity(db, app, actor, {
          action: 'delete_business_user',
          target: account.fullname,
          ip: request.ip,
        })
        return { account, ended: await deleteAccount(db, app, account.account_id) }
      })
      await finishDeletion(app, account.account_id, ended)
      return list(actor.accountId)
    },

    async setGroups({ actor, body: { user }, request }) {
      const { groups } = user
      if (!groups.every(isGroup)) throw refuse('invalidInput', { info: 'body.user.groups' })
      const isOwn = user.user_id === undefined || user.user_id.toLowerCase() === actor.userId
      await transaction(async (db) => {
        const changed = isOwn
          ? { account_id: actor.accountId, fullname: actor.name }
          : await getBusinessAccount(db, actor.accountId, user.user_id ?? '')
        await switchGroups(db, changed.account_id, groups)
        const deed = { action: 'change_groups', target: changed.fullname, ip: request.ip } as const
        await recordActivity(db, app, actor, deed)
        // The customer finds this in their own activity log too, without the integrator's device.
        if (!isOwn) {
          const doer = { ...actor, accountId: changed.account_id, sessionId: null }
          await recordActivity(db, app, doer, deed)
        }
      })
      return {}
    },
  })
}
