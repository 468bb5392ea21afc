/** Open alarms, their receipts and acknowledgements, and the account's escalation settings. Source: G86. */
import { alarms } from '@whereabouts/contract/alarms'
import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { getReader } from '../../events/notifications.ts'
import { presentNotification } from '../../events/present.ts'
import { answer } from '../../platform/http/answer.ts'
import { acknowledge, markShown } from './acknowledge.ts'
import { answerAlarms } from './answer.ts'
import { agree, askAgain, saveContacts } from './contacts.ts'
import { findDisengagedMs, listLasting, listOpen } from './queries.ts'
import { getNamedContacts } from './settings.ts'

export const alarmRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, alarms, {
    async list({ actor }) {
      // In this order: an alarm that is acknowledged meanwhile must not be listed as open beside an older stop.
      const rows = await listOpen(app.urgentDb, actor.accountId, MAX_ALARMS)
      const [lasting, disengaged_at_ms, reader] = await Promise.all([
        listLasting(app.urgentDb, actor.accountId, MAX_ALARMS),
        findDisengagedMs(app.urgentDb, actor.accountId),
        getReader(app.urgentDb, actor.sessionId),
      ])
      const notifications = rows.map((row) => presentNotification(row, reader))
      return {
        alarms: notifications.flatMap(({ alarm }) => alarm ?? []),
        notifications,
        lasting: lasting.map((row) => presentNotification(row, reader)),
        disengaged_at_ms,
      }
    },

    async shown({ actor, body }) {
      await markShown(app, actor, body.alarm_ids)
      return {}
    },

    acknowledge: async ({ actor, body, request }) => ({
      alarms: await acknowledge(app, actor, body.alarm_ids, request.ip),
    }),

    going: async ({ actor, body, request }) => ({
      alarms: await answerAlarms(app, actor, { step: 'going', ids: body.alarm_ids, ip: request.ip }),
    }),

    seen: async ({ actor, body, request }) => ({
      alarms: await answerAlarms(app, actor, { step: 'seen', ids: body.alarm_ids, ip: request.ip }),
    }),

    getSettings: ({ actor }) => getNamedContacts(app.db, actor.accountId),
    saveSettings: ({ actor, body, request }) => saveContacts(app, actor, body, request.ip),
    askContact: ({ actor, body }) => askAgain(app, actor, body.email),
    confirmContact: ({ body, request }) => agree(app, body.token, request.ip),
  })
