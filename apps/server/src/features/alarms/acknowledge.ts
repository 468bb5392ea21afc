/** Acknowledges alarms, and takes the receipts of consoles that show them. Source: G64, G86; security rules 51, 52. */
import type { Alarm } from '@whereabouts/contract/notifications'
import { may } from '@whereabouts/contract/roles'
import { acknowledgedLife, shownLife } from '@whereabouts/domain/alarm-life'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { queueTold, type Told } from '../../events/sinks.ts'
import { pushAnswered } from '../../events/stops.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { namesOf } from './names.ts'
import { endHelp, type HeldAlarm, holdAlarms, listAlarms, recordStop, saveLives } from './queries.ts'
import { getAlertSettings } from './settings.ts'

/** Acknowledges locked alarms in the person's name; answers their new state. */
export async function acknowledgeHeld(
  db: Db,
  { clock, sinks }: Pick<App, 'clock' | 'sinks'>,
  { accountId, name }: Actor,
  held: readonly HeldAlarm[],
): Promise<Alarm[]> {
  const now = clock.now()
  const lives = held.map((alarm) => ({ alarm_id: alarm.alarm_id, life: acknowledgedLife(alarm) }))
  await saveLives(db, accountId, lives, now, name)
  await recordStop(
    db,
    accountId,
    held.map(({ alarm_id }) => alarm_id),
    { by: name, now },
  )
  const calls = held.filter(({ type }) => type === 'help').map(({ device_id }) => device_id)
  await endHelp(db, accountId, calls, now)
  await queueTold(db, sinks, answeredBy(accountId, held, { step: 'stopped', by: name, now }), now)
  const keys = held.map(({ alarm_id }) => ({ account_id: accountId, id: alarm_id }))
  return (await listAlarms(db, keys)).map(({ account_id: _own, ...alarm }) => alarm)
}

/** What programs are told of an answer. */
export const answeredBy = (
  accountId: string,
  alarms: readonly Pick<HeldAlarm, 'alarm_id'>[],
  { step, by, now }: { readonly step: 'stopped' | 'going' | 'seen'; readonly by: string; readonly now: number },
): Told[] =>
  alarms.map(({ alarm_id }) => ({ accountId, event: 'alarm.answered', facts: { alarm_id, step, by }, atMs: now }))

/** Alarms chosen in the list; those acknowledged already are skipped. */
export async function acknowledge(app: App, actor: Actor, ids: readonly string[], ip: string): Promise<Alarm[]> {
  const alarms = await app.urgentDb.transaction().execute(async (db) => {
    const held = await holdAlarms(db, actor.accountId, { ids, open: false })
    if (held.length === 0) return []
    await recordActivity(db, app, actor, { action: 'acknowledge_alarms', target: namesOf(held), ip })
    const answered = await acknowledgeHeld(db, app, actor, held)
    await pushAnswered(
      db,
      app,
      actor,
      answered.map(({ alarm_id }) => alarm_id),
    )
    return answered
  })
  app.alarms.wake()
  return alarms
}

/**
 * A console shows these; alarms that are over stay as they are. Where only people who may not acknowledge see them, they are
 * escalated as if nobody had seen them.
 */
export async function markShown(app: App, actor: Actor, ids: readonly string[]): Promise<void> {
  if (!may(actor, 'acknowledgeAlarms')) return
  const { accountId } = actor
  const now = app.clock.now()
  await app.urgentDb.transaction().execute(async (db) => {
    const held = await holdAlarms(db, accountId, { ids, open: false })
    const unseen = held.filter(({ isShown }) => !isShown)
    if (unseen.length === 0) return
    const settings = await getAlertSettings(db, accountId)
    const lives = unseen.map((alarm) => ({ alarm_id: alarm.alarm_id, life: shownLife(alarm, settings, now) }))
    await saveLives(db, accountId, lives, now)
  })
  app.alarms.wake()
}
