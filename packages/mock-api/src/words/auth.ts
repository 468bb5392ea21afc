/** Sign-in, token, sign-out and profile. */
import type { auth, Profile } from '@whereabouts/contract/auth'
import type { AnswerOf } from '@whereabouts/contract/kit'
import { may, toRole } from '@whereabouts/contract/roles'
import { normalPassword } from '@whereabouts/domain/sessions'
import { refuse } from '../refusal.ts'
import type { Account, Link, User } from '../state.ts'
import {
  type Actor,
  endSessions,
  findUser,
  type Handlers,
  keepPicture,
  newToken,
  record,
  seconds,
  tellLists,
  type World,
} from '../world.ts'

export const authWords = (world: World): Handlers<typeof auth> => ({
  signin({ body: { device, user: given } }) {
    if (device.platform !== 'web') throw refuse('invalidDeviceClient')
    if (given.provider !== 'email') throw refuse('notImplemented')
    const found = findUser(world.state, given.email)
    if (found === undefined || found.user.password !== normalPassword(given.password)) {
      if (found !== undefined) record(world, { ...found, name: found.user.fullname }, 'sign_in_refused')
      throw refuse('wrongCredentials')
    }
    if (!found.user.verified) throw refuse('emailNotActivated')
    return enter(world, found.account, found.user)
  },

  signinByLink({ body: { device, user: given } }) {
    if (device.platform !== 'web') throw refuse('invalidDeviceClient')
    const found = world.state.accounts
      .flatMap((account) => account.links.map((link) => ({ account, link })))
      .find(({ link }) => link.link_code === given.access_code && !isOver(world, link))
    if (found === undefined) throw refuse('resourceNotFound')
    const { account, link } = found
    if (link.password !== null && normalPassword(given.password ?? '') !== link.password) {
      if (given.password !== undefined) record(world, { account, name: link.name }, 'sign_in_refused')
      throw refuse('wrongCredentials')
    }
    return enter(world, account, account.users[0]!, link)
  },

  token({ actor, body }) {
    const { session } = actor
    if (!body.refresh) {
      if (actor.isExpired) throw refuse('tokenExpired')
      return { access_token: session.token }
    }
    session.token = newToken(world)
    session.token_issued_at_ms = world.now()
    return { access_token: session.token }
  },

  reauth({ actor, body: { user } }) {
    if (!('password' in user)) throw refuse('invalidToken')
    if (actor.user.password === null || actor.user.password !== normalPassword(user.password)) {
      record(world, actor, 'sign_in_refused')
      throw refuse('wrongCredentials')
    }
    actor.session.proved_at_ms = world.now()
    actor.session.token = newToken(world)
    actor.session.token_issued_at_ms = world.now()
    return { access_token: actor.session.token }
  },

  signout({ actor }) {
    endSessions(world, ({ session_id }) => session_id === actor.session.session_id)
    record(world, actor, 'sign_out')
    return {}
  },

  profile: ({ actor }) => profileOf(actor),

  changeProfile({ actor, body }) {
    const { notification_ring_repeat, timezone, temperature_unit, headshot, fullname, locale, unread_count } =
      'user' in body ? body.user : body
    const { account, user, session } = actor
    const changesAccount = [notification_ring_repeat, timezone, temperature_unit].some((value) => value !== undefined)
    if (changesAccount && !may(actor, 'setRepeat')) throw refuse('forbidden')
    if (fullname !== undefined && !may(actor, 'manageAccount')) throw refuse('forbidden')
    if (headshot !== undefined && actor.userFromAccessLink) throw refuse('forbidden')
    if (notification_ring_repeat !== undefined) account.notification_ring_repeat = notification_ring_repeat
    if (timezone !== undefined) account.timezone = timezone
    if (temperature_unit !== undefined) useUnit(world, account, temperature_unit)
    if (locale !== undefined) (actor.userFromAccessLink ? session : user).locale = locale
    if (fullname !== undefined) user.fullname = fullname
    if (unread_count !== undefined) user.unread_count = unread_count
    if (headshot !== undefined) user.headshot = headshot === '' ? '' : keepPicture(world, headshot)
    if (changesAccount || fullname !== undefined || headshot !== undefined) record(world, actor, 'change_profile')
    return profileOf(actor)
  },
})

/** Carepads with a unit of their own keep it. */
function useUnit(world: World, account: Account, temperature_unit: Account['temperature_unit']): void {
  account.temperature_unit = temperature_unit
  account.carepads = account.carepads.map((pad) => (pad.has_own_unit ? pad : { ...pad, temperature_unit }))
  tellLists(world, account, 'carepads')
}

const isOver = ({ now }: World, { expire_time }: Link): boolean => expire_time !== null && expire_time <= seconds(now())

/** Starts a session, of a visitor where a link is given. */
export function enter(world: World, account: Account, user: User, link?: Link): AnswerOf<typeof auth.signin> {
  const now = world.now()
  const session = {
    session_id: world.uuid(),
    account_id: account.account_id,
    user_id: user.user_id,
    token: newToken(world),
    token_issued_at_ms: now,
    proved_at_ms: now,
    signin_at_ms: now,
    link_code: link?.link_code ?? null,
    locale: user.locale,
  }
  world.state.sessions.push(session)
  const name = link?.name ?? user.fullname
  record(world, { account, name, session, userFromAccessLink: link !== undefined }, 'sign_in')
  return {
    access_token: session.token,
    email: user.email,
    name,
    class: link === undefined ? user.class : toRole(link.role),
    b2b_user: user.b2b_user,
    groups: user.groups,
  }
}

const profileOf = ({ account, user, session, role, name, userFromAccessLink }: Actor): Profile => ({
  username: user.email,
  class: role,
  email: user.email,
  fullname: userFromAccessLink ? name : user.fullname,
  locale: userFromAccessLink ? session.locale : user.locale,
  groups: user.groups,
  b2b_user: user.b2b_user,
  provider: userFromAccessLink ? 'accesslink' : user.provider,
  verified: user.verified,
  unread_count: user.unread_count,
  headshot: userFromAccessLink ? '' : user.headshot,
  custom_logo: account.custom_logo,
  about_image: account.about_image,
  about_content: account.about_content,
  notification_ring_repeat: account.notification_ring_repeat,
  timezone: account.timezone,
  temperature_unit: account.temperature_unit,
  pin_check: role === 'readonly' ? '' : account.pin_check,
})
