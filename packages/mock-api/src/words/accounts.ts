/** Accounts from sign-up to deletion, and what people confirm by a link in a mail. */
import type { accounts } from '@whereabouts/contract/accounts'
import { normalPassword } from '@whereabouts/domain/sessions'
import { refuse } from '../refusal.ts'
import { type Account, emptyAccount, type Mail, newUser, type User } from '../state.ts'
import {
  checkNewPassword,
  endSessions,
  findLink,
  findUser,
  type Handlers,
  mustBeFresh,
  newToken,
  record,
  seconds,
  sendLink,
  type World,
} from '../world.ts'

export const accountWords = (world: World): Handlers<typeof accounts> => ({
  signUp({ body: { user: given } }) {
    if (!world.state.config.signup) throw refuse('forbidden')
    checkNewPassword(given.password, given.email, 'password')
    if (findUser(world.state, given.email) !== undefined) throw refuse('emailExists')
    const { account, user } = makeOwner(world, { ...given, verified: false })
    record(world, { account, name: user.fullname }, 'sign_up')
    return sendConfirmation(world, account, user)
  },

  setUp({ body: { token, user: given } }) {
    const mail = takeLink(world, token, ['setup'])
    checkNewPassword(given.password, given.email, 'password')
    mail.isUsed = true
    makeOwner(world, { ...given, verified: true })
    return {}
  },

  previewLink({ body: { token } }) {
    const { purpose, to, account_id, user_id, objects } = takeLink(world, token)
    const account = world.state.accounts.find((each) => each.account_id === account_id)
    const device_names = account === undefined ? [] : namesOf(account, objects)
    if (objects.length > 0 && device_names.length === 0) throw refuse('invalidToken')
    const isShare = purpose === 'accept_share'
    const isContact = purpose === 'confirm_contact'
    return {
      purpose,
      email: to,
      device_names: isContact ? [] : device_names,
      shared_by: ((isShare || isContact) && account?.users.find((user) => user.user_id === user_id)?.fullname) || '',
      has_account: !isShare || findUser(world.state, to) !== undefined,
    }
  },

  confirm({ body: { token } }) {
    const mail = world.state.mails.find((each) => each.token === token && each.purpose === 'confirm')
    const user = mail && userOf(world, mail)
    if (mail === undefined || user === undefined) throw refuse('invalidVerificationCode')
    if (mail.isUsed) throw refuse(user.verified ? 'alreadyConfirmed' : 'invalidVerificationCode')
    mail.isUsed = true
    user.verified = true
    return { email: user.email }
  },

  resendConfirmation({ body }) {
    const found = findUser(world.state, body.user.email)
    if (found !== undefined && !found.user.verified) sendConfirmation(world, found.account, found.user)
    return { mail_sent: true }
  },

  recover({ body }) {
    const found = findUser(world.state, body.user.email)
    if (found === undefined) throw refuse('emailNotFound')
    const { account, user } = found
    if (user.provider !== 'email') throw refuse('passwordCannotBeReset')
    if (!user.verified) throw refuse('emailNotActivated')
    return sendLink(world, { ...idsOf(account, user), to: user.email, purpose: 'recovery' })
  },

  confirmRecovery({ body: { token, user: given } }) {
    const mail = takeLink(world, token, ['recovery', 'invitation'])
    checkNewPassword(given.password, mail.to, 'password')
    const user = userOf(world, mail)
    if (user === undefined) throw refuse('invalidToken')
    mail.isUsed = true
    user.password = given.password
    user.verified = true
    endSessions(world, (session) => session.user_id === user.user_id)
    return { email: user.email, browser_mark: newToken(world) }
  },

  changePassword({ actor, body: { user: given } }) {
    const { user, session } = actor
    if (user.provider !== 'email' || user.password === null) throw refuse('passwordCannotBeReset')
    checkNewPassword(given.new_password, user.email, 'new_password')
    if (user.password !== normalPassword(given.old_password)) {
      record(world, actor, 'sign_in_refused')
      throw refuse('wrongCredentials')
    }
    user.password = given.new_password
    session.token = newToken(world)
    session.token_issued_at_ms = world.now()
    endSessions(world, (other) => other.user_id === user.user_id && other !== session)
    record(world, actor, 'change_password')
    return { access_token: session.token }
  },

  changeEmail({ actor, body }) {
    const { account, user } = actor
    if (user.provider !== 'email') throw refuse('emailOfThirdParty')
    mustBeFresh(world, actor)
    if (findUser(world.state, body.user.email) !== undefined) throw refuse('emailExists')
    record(world, actor, 'ask_email_change', body.user.email)
    return sendLink(world, { ...idsOf(account, user), to: body.user.email, purpose: 'change_email' })
  },

  confirmEmail({ body: { token } }) {
    const mail = takeLink(world, token, ['change_email'])
    const user = userOf(world, mail)
    if (user === undefined) throw refuse('invalidToken')
    if (findUser(world.state, mail.to) !== undefined) throw refuse('emailExists')
    mail.isUsed = true
    user.email = mail.to
    return { email: mail.to }
  },

  remove({ actor, body }) {
    mustBeFresh(world, actor)
    const { account, user } = actor
    if (body.user.email.toLowerCase() !== user.email.toLowerCase()) {
      throw refuse('invalidInput', { info: 'body.user.email' })
    }
    if (world.state.accounts.some(({ made_by }) => made_by === account.account_id)) {
      throw refuse('conflict', { info: 'business users' })
    }
    record(world, actor, 'ask_account_removal')
    return sendLink(world, { ...idsOf(account, user), to: user.email, purpose: 'remove_account' })
  },

  confirmRemove({ body: { token } }) {
    const mail = takeLink(world, token, ['remove_account'])
    mail.isUsed = true
    removeAccount(world, mail.account_id)
    return { email: mail.to }
  },
})

const idsOf = ({ account_id }: Account, { user_id }: User) => ({ account_id, user_id })

function takeLink(world: World, token: string, purposes?: readonly Mail['purpose'][]): Mail {
  const mail = findLink(world, token, purposes)
  if (mail === undefined) throw refuse('invalidToken')
  return mail
}

const userOf = ({ state }: World, { user_id }: Mail): User | undefined =>
  state.accounts.flatMap(({ users }) => users).find((user) => user.user_id === user_id)

const namesOf = (account: Account, ids: readonly string[]): string[] => [
  ...account.trackers.filter(({ device_id }) => ids.includes(device_id)).map(({ name }) => name),
  ...account.stations.filter(({ t4_id }) => ids.includes(t4_id)).map(({ t4_name }) => t4_name),
  ...account.shares
    .filter(({ id, accepted }) => ids.includes(id) && !accepted)
    .flatMap(({ device_id }) => account.trackers.find((tracker) => tracker.device_id === device_id)?.name ?? []),
  ...account.alertSettings.contacts.map(({ email }) => email).filter((email) => ids.includes(email.toLowerCase())),
]

/** An account of its own for somebody. */
export function makeOwner(
  world: World,
  given: Pick<User, 'email' | 'fullname'> & Partial<User>,
  madeBy: string | null = null,
): { account: Account; user: User } {
  const account = emptyAccount(world.uuid(), madeBy)
  const user = newUser({ user_id: world.uuid(), created_time: seconds(world.now()), ...given })
  account.users.push(user)
  world.state.accounts.push(account)
  return { account, user }
}

/** Who was invited by an integrator and chose no password yet is invited again. */
const sendConfirmation = (world: World, account: Account, user: User) =>
  sendLink(world, {
    ...idsOf(account, user),
    to: user.email,
    purpose: user.password === null ? 'invitation' : 'confirm',
  })

export function removeAccount(world: World, accountId: string): void {
  const { accounts } = world.state
  endSessions(world, (session) => session.account_id === accountId)
  accounts.splice(
    accounts.findIndex(({ account_id }) => account_id === accountId),
    1,
  )
}
