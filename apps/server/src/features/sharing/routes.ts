/** Devices shared between accounts, so that most calls look across them. */
import { sharing } from '@whereabouts/contract/sharing'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { acrossAccounts, asAccount } from '../../platform/postgres/account-scope.ts'
import { getOwner } from '../../state/people.ts'
import { getTracker } from '../trackers/queries.ts'
import { accept } from './accept.ts'
import { findReceived, listSharesOf } from './queries.ts'
import { offerDevice, presentShare, unshare } from './share.ts'

export const sharingRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, sharing, {
    async getFrom({ actor, params }) {
      const received = await findReceived(app.db, actor.accountId, params.id)
      if (received === undefined) {
        await getTracker(app.db, actor.accountId, params.id, app.clock.now())
        return { share: null }
      }
      const { email, fullname } = await asAccount(received.account_id, () => getOwner(app.db, received.account_id))
      return { share: { id: received.share_id, email, fullname } }
    },

    async getTo({ actor, params }) {
      await getTracker(app.db, actor.accountId, params.id, app.clock.now())
      const shares = await acrossAccounts(() => listSharesOf(app.db, actor.accountId, params.id))
      return { shares: shares.map(presentShare) }
    },

    share: ({ actor, body, request }) => acrossAccounts(() => offerDevice(app, actor, body, request.ip)),

    async unshare({ actor, body, request }) {
      await acrossAccounts(() => unshare(app, actor, body, request.ip))
      return {}
    },

    accept: ({ body, request }) => accept(app, body.token, request.ip),
  })
