/** Who goes to the person of an alarm, and who has seen them. Source: decision 0040. */
import type { Alarm } from '@whereabouts/contract/notifications'
import { acknowledgedLife, goingLife } from '@whereabouts/domain/alarm-life'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { queueTold } from '../../events/sinks.ts'
import { pushAnswered } from '../../events/stops.ts'
import type { Actor } from '../../platform/actor.ts'
import { answeredBy } from './acknowledge.ts'
import { namesOf } from './names.ts'
import { endHelp, holdUnfinished, type LastingAlarm, listAlarms, saveAnswer, saveLives } from './queries.ts'
import { getAlertSettings } from './settings.ts'

export interface Answer {
  readonly step: 'going' | 'seen'
  readonly ids: readonly string[]
  /** Address of the caller. */
  readonly ip: string
}

const isNews = ({ step }: Answer, { name }: Actor, alarm: LastingAlarm): boolean =>
  step === 'going' ? alarm.going_by !== name : true

/**
 * The person goes to those these alarms are about, or has seen them. What still rings is acknowledged in the same transaction. Alarms
 * that are over, and those the person goes to already, are left as they are and not answered.
 */
export async function answerAlarms(app: App, actor: Actor, answer: Answer): Promise<Alarm[]> {
  const { accountId, name } = actor
  const { step, ip } = answer
  const alarms = await app.urgentDb.transaction().execute(async (db) => {
    const held = (await holdUnfinished(db, accountId, answer.ids)).filter((alarm) => isNews(answer, actor, alarm))
    if (held.length === 0) return []
    const now = app.clock.now()
    const settings = await getAlertSettings(db, accountId)
    const lifeOf = (alarm: LastingAlarm) =>
      step === 'going' ? goingLife(alarm, settings, now) : acknowledgedLife(alarm)
    const rang = held.filter(({ state }) => state !== 'acknowledged')
    const lives = (some: readonly LastingAlarm[]) =>
      some.map((alarm) => ({ alarm_id: alarm.alarm_id, life: lifeOf(alarm) }))
    await saveLives(db, accountId, lives(held), now, name)
    const calls = rang.filter(({ type }) => type === 'help').map(({ device_id }) => device_id)
    await endHelp(db, accountId, calls, now)
    const ids = held.map(({ alarm_id }) => alarm_id)
    await saveAnswer(db, accountId, ids, { step, by: name, now })
    await queueTold(db, app.sinks, answeredBy(accountId, held, { step, by: name, now }), now)
    const action = step === 'going' ? 'go_to_person' : 'see_person'
    await recordActivity(db, app, actor, { action, target: namesOf(held), ip })
    if (rang.length > 0) {
      await pushAnswered(
        db,
        app,
        actor,
        rang.map(({ alarm_id }) => alarm_id),
      )
    }
    const keys = ids.map((id) => ({ account_id: accountId, id }))
    return (await listAlarms(db, keys)).map(({ account_id: _own, ...alarm }) => alarm)
  })
  app.alarms.wake()
  return alarms
}
