/** Where a session is reached by Web Push. */
import { notifications } from '@whereabouts/contract/notifications'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { refuse } from '../../platform/refusal.ts'
import { dropSubscription, hasLostToken, keepToken, putSubscription } from './queries.ts'
import { readPushToken } from './subscription.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'identify' | 'pushServices'>

export const pushRoutes = (http: FastifyInstance, app: Needs) =>
  answer(
    http,
    app.identify,
    { registerPush: notifications.registerPush },
    {
      async registerPush({ actor, body }) {
        const token = body.push_token
        const subscription = readPushToken(token, app.pushServices)
        // A browser may have been somebody else's.
        await acrossAccounts(() =>
          app.db.transaction().execute(async (db) => {
            if (subscription === undefined) await dropSubscription(db, actor)
            else {
              if (await hasLostToken(db, actor, token, subscription)) throw refuse('invalidDeviceClient')
              await putSubscription(db, actor, subscription, app.clock.now())
            }
            await keepToken(db, actor, token)
          }),
        )
        return {}
      },
    },
  )
