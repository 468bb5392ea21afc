/** Alarms by their state, and how an account wants them answered for. */
import type { AlertSettings, alarms } from '@whereabouts/contract/alarms'
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { may } from '@whereabouts/contract/roles'
import { isLasting } from '@whereabouts/domain/alarms'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Actor, findLink, type Handlers, ownerOf, record, sendLink, type World } from '../world.ts'

export const alarmWords = (world: World): Handlers<typeof alarms> => ({
  list({ actor: { account } }) {
    const open = account.notifications.filter(({ alarm }) => alarm !== null && alarm.acknowledged_by === null)
    const lasting = account.notifications.filter(
      ({ alarm }) => alarm !== null && alarm.acknowledged_by !== null && isLasting(alarm),
    )
    const { disengaged_at_ms } = account
    return { alarms: open.flatMap(({ alarm }) => alarm ?? []), notifications: open, lasting, disengaged_at_ms }
  },

  shown({ actor, body: { alarm_ids } }) {
    if (!may(actor, 'acknowledgeAlarms')) return {}
    const unseen = ({ id, alarm }: Notification) => alarm?.shown_at_ms === null && alarm_ids.includes(id)
    change(world, actor.account, unseen, () => ({ state: 'shown', shown_at_ms: world.now() }))
    return {}
  },

  acknowledge({ actor, body: { alarm_ids } }) {
    const held = answerFor(
      world,
      actor,
      ({ id, alarm }) => alarm !== null && alarm.acknowledged_by === null && alarm_ids.includes(id),
    )
    if (held.length > 0) record(world, actor, 'acknowledge_alarms')
    return { alarms: held }
  },

  going({ actor, body: { alarm_ids } }) {
    const { name } = actor
    const held = answerPersons(
      world,
      actor,
      'going',
      ({ id, alarm }) => alarm_ids.includes(id) && alarm?.going_by !== name,
    )
    if (held.length > 0) record(world, actor, 'go_to_person')
    return { alarms: held }
  },

  seen({ actor, body: { alarm_ids } }) {
    const held = answerPersons(world, actor, 'seen', ({ id }) => alarm_ids.includes(id))
    if (held.length > 0) record(world, actor, 'see_person')
    return { alarms: held }
  },

  getSettings: ({ actor }) => settingsOf(actor.account),

  saveSettings({ actor, body }) {
    const { account } = actor
    const before = settingsOf(account).contacts
    const { arrive_within_s = account.alertSettings.arrive_within_s } = body
    account.alertSettings = { ...body, arrive_within_s }
    account.confirmedContacts = account.confirmedContacts.filter((email) =>
      body.contacts.some((each) => isSame(each, email)),
    )
    for (const { email, is_confirmed } of settingsOf(account).contacts) {
      if (!is_confirmed && !before.some((each) => isSame(each, email))) ask(world, actor, email)
    }
    record(world, actor, 'change_alert_settings')
    return settingsOf(account)
  },

  askContact({ actor, body: { email } }) {
    const contact = settingsOf(actor.account).contacts.find((each) => isSame(each, email))
    if (contact === undefined) throw refuse('resourceNotFound')
    if (contact.is_confirmed) throw refuse('conflict', { info: 'email' })
    return ask(world, actor, contact.email)
  },

  confirmContact({ body: { token } }) {
    const mail = findLink(world, token, ['confirm_contact'])
    const account = world.state.accounts.find(({ account_id }) => account_id === mail?.account_id)
    if (mail === undefined || !account?.alertSettings.contacts.some((each) => isSame(each, mail.to))) {
      throw refuse('invalidToken')
    }
    mail.isUsed = true
    account.confirmedContacts.push(mail.to.toLowerCase())
    record(world, { account, name: mail.to }, 'confirm_contact', mail.to)
    return { email: mail.to }
  },
})

const isSame = (contact: { readonly email: string }, email: string): boolean =>
  contact.email.toLowerCase() === email.toLowerCase()

/** Where nobody is named, the owner is told. */
function settingsOf(account: Account): AlertSettings {
  const { contacts, ...times } = account.alertSettings
  const named = contacts.length > 0 ? contacts : [{ email: ownerOf(account).email, after_s: 0 }]
  const hasConfirmed = (email: string) =>
    account.confirmedContacts.includes(email.toLowerCase()) ||
    account.users.some((user) => user.verified && isSame(user, email))
  return {
    contacts: named.map(({ email, after_s }) => ({ email, after_s, is_confirmed: hasConfirmed(email) })),
    ...times,
  }
}

const ask = (world: World, { account, user }: Actor, email: string): { mail_sent: true } =>
  sendLink(world, {
    ...{ to: email, purpose: 'confirm_contact', account_id: account.account_id, user_id: user.user_id },
    objects: [email.toLowerCase()],
  })

/** Answers for alarms in a person's name, and tells the streams. */
export function answerFor(world: World, { account, name }: Actor, isMeant: (each: Notification) => boolean): Alarm[] {
  const acknowledged_at_ms = world.now()
  return change(world, account, isMeant, ({ record: steps }) => ({
    ...{ state: 'acknowledged', acknowledged_by: name, acknowledged_at_ms },
    record: [...steps, { step: 'stopped', at_ms: acknowledged_at_ms, by: name }],
  }))
}

/** The person goes to those these alarms are about, or has seen them: it stops what rings. Nothing rings again in the mock. */
function answerPersons(
  world: World,
  { account, name }: Actor,
  step: 'going' | 'seen',
  isMeant: (each: Notification) => boolean,
): Alarm[] {
  const now = world.now()
  const isUnfinished = (each: Notification) =>
    each.alarm !== null && (each.alarm.acknowledged_by === null || isLasting(each.alarm)) && isMeant(each)
  const rings_again_at_ms = now + account.alertSettings.arrive_within_s * 1000
  const said =
    step === 'going'
      ? { going_by: name, going_at_ms: now, rings_again_at_ms }
      : { seen_by: name, seen_at_ms: now, ...NOBODY_GOES }
  return change(world, account, isUnfinished, ({ record: steps, ...alarm }) => ({
    ...{ state: 'acknowledged', acknowledged_by: alarm.acknowledged_by ?? name },
    acknowledged_at_ms: alarm.acknowledged_at_ms ?? now,
    ...said,
    record: [...steps, { step, at_ms: now, by: name }],
  }))
}

const NOBODY_GOES = { going_by: null, going_at_ms: null, rings_again_at_ms: null }

/** The cause of an alarm is over: its person has left the zone. */
export function endCause(world: World, account: Account, alarmId: string): void {
  const now = world.now()
  const isMeant = ({ id }: Notification) => id === alarmId
  change(world, account, isMeant, ({ record: steps }) => ({
    ...{ ended_at_ms: now, rings_again_at_ms: null },
    record: [...steps, { step: 'ended', at_ms: now, by: '' }],
  }))
}

function change(
  world: World,
  account: Account,
  isMeant: (each: Notification) => boolean,
  changed: (alarm: Alarm) => Partial<Alarm>,
): Alarm[] {
  const meant = account.notifications.filter(isMeant)
  const changedAlarms = meant.flatMap((notification) => {
    if (notification.alarm === null) return []
    notification.alarm = { ...notification.alarm, ...changed(notification.alarm) }
    return [notification.alarm]
  })
  if (changedAlarms.length > 0) {
    world.tell(account.account_id, { event: 'alarms', data: { alarms: changedAlarms } })
  }
  return changedAlarms
}
