/** Sign-in, token, sign-out, profile. */
import { auth } from '@whereabouts/contract/auth'
import { may } from '@whereabouts/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { answer, localeOf } from '../../platform/http/answer.ts'
import { beginProof } from '../../platform/http/attempts.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken, newToken, nextToken } from '../../platform/tokens.ts'
import { replaceToken } from '../accounts/queries.ts'
import { readHeadshot } from '../media/headshot.ts'
import { bearerToken } from './actor.ts'
import { readDevice } from './device.ts'
import {
  endSession,
  findPassword,
  followUnit,
  getProfile,
  proveSession,
  rotateToken,
  updateAccount,
  updateUser,
  updateVisitor,
} from './queries.ts'
import { signin } from './signin.ts'
import { signinByLink } from './signin-by-link.ts'
import { proveByService, signinByService } from './signin-by-service.ts'

export const authRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, auth, {
    async signin({ body: { device, user }, request }) {
      const browser = readDevice(device, app.pushServices)
      return user.provider === 'email'
        ? signin(app, browser, user, request.ip)
        : signinByService(app, browser, user, { address: request.ip, locale: localeOf(request) })
    },

    signinByLink: async ({ body: { device, user }, request }) =>
      signinByLink(app, readDevice(device, app.pushServices), user, request.ip),

    async token({ actor, body, request }) {
      const current = bearerToken(request.headers.authorization)
      if (!body.refresh) {
        if (actor.isExpired) throw refuse('tokenExpired')
        return { access_token: current }
      }
      const next = nextToken(app.rotationKey, current)
      await rotateToken(app.db, actor, { from: hashToken(current), to: hashToken(next), now: app.clock.now() })
      return { access_token: next }
    },

    async reauth({ actor, body, request }) {
      if ('password' in body.user) await provePassword(app, actor, body.user.password, request.ip)
      else await proveByService(app, actor, body.user, request.ip)
      const now = app.clock.now()
      const access_token = newToken(app.random)
      await app.db.transaction().execute(async (db) => {
        await proveSession(db, actor.accountId, actor.sessionId, now)
        // A holder of the old token would count as the person who just proved the password.
        if (!(await replaceToken(db, actor, { to: hashToken(access_token), now }))) throw refuse('unauthorized')
      })
      return { access_token }
    },

    async signout({ actor, request }) {
      await app.db.transaction().execute(async (db) => {
        await endSession(db, actor.accountId, actor.sessionId)
        await recordActivity(db, app, actor, { action: 'sign_out', ip: request.ip })
      })
      app.streams.endSession(actor.sessionId)
      return {}
    },

    profile: ({ actor }) => getProfile(app.db, actor.accountId, actor.sessionId),

    async changeProfile({ actor, body, request }) {
      const { notification_ring_repeat, timezone, temperature_unit, headshot, ...own } =
        'user' in body ? body.user : body
      const account = { notification_ring_repeat, timezone, temperature_unit }
      const changesAccount = Object.values(account).some((value) => value !== undefined)
      if (changesAccount && !may(actor, 'setRepeat')) throw refuse('forbidden')
      // The name belongs to the account's owner; a colleague's role changes language and read marks only.
      if (own.fullname !== undefined && !may(actor, 'manageAccount')) throw refuse('forbidden')
      if (headshot !== undefined && !may(actor, 'setHeadshot')) throw refuse('forbidden')
      const putHeadshot = headshot === undefined ? undefined : await readHeadshot(app, actor, headshot)
      await app.db.transaction().execute(async (db) => {
        await putHeadshot?.(db)
        if (actor.userFromAccessLink) await updateVisitor(db, actor.accountId, actor.sessionId, own)
        else await updateUser(db, actor.accountId, actor.userId, own)
        if (changesAccount) await updateAccount(db, actor.accountId, account)
        if (temperature_unit !== undefined) await followUnit(db, actor.accountId)
        // Language and read marks are no change that anybody else would look for.
        if (changesAccount || own.fullname !== undefined || headshot !== undefined) {
          await recordActivity(db, app, actor, { action: 'change_profile', ip: request.ip })
        }
      })
      // The hours of zones are those of the account's time zone, and alarms tell temperatures in its unit.
      if (timezone !== undefined || temperature_unit !== undefined)
        await app.homes.of(actor.accountId).tell({ kind: 'changed' })
      if (temperature_unit !== undefined) app.streams.listChanged(actor.accountId, 'carepads')
      return getProfile(app.db, actor.accountId, actor.sessionId)
    },
  })

async function provePassword(app: App, actor: Actor, password: string, address: string): Promise<void> {
  const own = await findPassword(app.db, actor.accountId, actor.userId)
  const attempt = await beginProof(app, actor.sessionId)
  if (!(await verifyPassword(own?.password_hash, password))) {
    await recordActivity(app.db, app, actor, { action: 'sign_in_refused', ip: address })
    throw refuse('wrongCredentials')
  }
  await attempt.succeeded()
}
