/** Alarms by their state, and how an account wants them answered for. */
import type { alarms } from '@whereabouts/contract/alarms'
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { may } from '@whereabouts/contract/roles'
import type { Account } from '../state.ts'
import { type Actor, type Handlers, ownerOf, record, type World } from '../world.ts'

export const alarmWords = (world: World): Handlers<typeof alarms> => ({
  list({ actor: { account } }) {
    const open = account.notifications.filter(({ alarm }) => alarm !== null && alarm.acknowledged_by === null)
    const { disengaged_at_ms } = account
    return { alarms: open.flatMap(({ alarm }) => alarm ?? []), notifications: open, disengaged_at_ms }
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

  getSettings: ({ actor }) => settingsOf(actor.account),

  saveSettings({ actor, body }) {
    actor.account.alertSettings = body
    record(world, actor, 'change_alert_settings')
    return settingsOf(actor.account)
  },
})

/** Where nobody is named, the owner is told. */
function settingsOf(account: Account) {
  const { contacts, acknowledge_within_s } = account.alertSettings
  const named = contacts.length > 0 ? contacts : [{ email: ownerOf(account).email, after_s: 0 }]
  return { contacts: named, acknowledge_within_s }
}

/** Answers for alarms in a person's name, and tells the streams. */
export function answerFor(world: World, { account, name }: Actor, isMeant: (each: Notification) => boolean): Alarm[] {
  const acknowledged_at_ms = world.now()
  return change(world, account, isMeant, () => ({ state: 'acknowledged', acknowledged_by: name, acknowledged_at_ms }))
}

function change(
  world: World,
  account: Account,
  isMeant: (each: Notification) => boolean,
  changed: () => Partial<Alarm>,
): Alarm[] {
  const meant = account.notifications.filter(isMeant)
  const changedAlarms = meant.flatMap((notification) => {
    if (notification.alarm === null) return []
    notification.alarm = { ...notification.alarm, ...changed() }
    return [notification.alarm]
  })
  if (changedAlarms.length > 0) {
    world.tell(account.account_id, { event: 'alarms', data: { alarms: changedAlarms } })
  }
  return changedAlarms
}
