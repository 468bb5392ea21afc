/** The alarm desk of this page: its sound, its messages, its calls. */
import { may } from '@whereabouts/contract/roles'
import { storedAccount } from '../../lib/account.ts'
import { onLocale } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { NOTICE, SILENCE } from '../../lib/sound-patterns.ts'
import { showError } from '../../lib/toasts.ts'
import { listQueries } from '../auth/list-queries.ts'
import { profileQuery } from '../auth/queries.ts'
import { sessionEnded } from '../auth/reset.ts'
import { getSession, rightsOf } from '../auth/session-store.ts'
import type { Live } from '../live/live.ts'
import { noteAlarms, refreshNotifications, rewordNotifications, sayUnloaded } from '../notifications/queries.ts'
import { nameHeard } from '../pins/heard-names.ts'
import { plainNames } from '../pins/names.ts'
import { toastOfEnd, toastOfFailedStop, toastOfNotification, toastOfStop } from './alarm-toasts.tsx'
import type { AlarmCalls } from './calls.ts'
import { type Desk, makeDesk } from './desk.ts'
import { keyOf } from './handling.ts'
import { pageAudience } from './page-audience.ts'
import { alarmCalls } from './queries.ts'
import { makeRinger, SILENCE_SOUND, soundOnce } from './sound-turn.ts'

sessionEnded.subscribe(() => {
  if (sessionEnded.get()) soundOnce(SILENCE, SILENCE_SOUND).catch(showError)
})

/** Events of the stream with names as people read them. */
const onNamedEvent =
  ({ onEvent }: Live['events']): Live['events']['onEvent'] =>
  (listener) =>
    onEvent((event) => {
      if (event.event !== 'notifications') return listener(event)
      const notifications = event.data.notifications.map(nameHeard)
      listener({ ...event, data: { ...event.data, notifications } })
    })

const calls: AlarmCalls = {
  ...alarmCalls,
  async listOpen() {
    const answer = await alarmCalls.listOpen()
    const { notifications, lasting } = answer
    return { ...answer, notifications: notifications.map(nameHeard), lasting: lasting.map(nameHeard) }
  },
}

/** What is told changes its words with the language, and with the names that this tab may read. */
function onWords(listener: () => void): () => void {
  // With the session names go too, and there is nothing to ask.
  const named = () => storedAccount.read() !== undefined && listener()
  const stops = [onLocale(listener), plainNames.subscribe(named)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The desk of a session, fed by its stream. */
export function makePageDesk({ store, events }: Pick<Live, 'store' | 'events'>): Desk {
  const refresh = () => void refreshNotifications().catch(sayUnloaded)
  const rights = () => rightsOf(getSession())
  const lists = listQueries(store)
  return makeDesk({
    ...{ events: { ...events, onEvent: onNamedEvent(events) }, calls, serverNowMs, steadyMs: () => performance.now() },
    mayAnswer() {
      const known = rights()
      return known !== undefined && may(known, 'acknowledgeAlarms')
    },
    ...{ audience: pageAudience, makeRinger },
    reloads: {
      random: Math.random,
      loadEvents() {
        refresh()
        // It counts what is unread.
        queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(sayUnloaded)
      },
      loadLists() {
        const known = rights()
        // A main load that is under way brings the same.
        if (known === undefined || getSession().loading) return
        for (const list of lists) if (may(known, list.permission)) list.load().catch(sayUnloaded)
      },
    },
    tell: {
      event: (event) => toastOfNotification(store, event),
      notice: (event) => void soundOnce(NOTICE, keyOf(event)).catch(showError),
      stoppedElsewhere: toastOfStop,
      ended: toastOfEnd,
      failedStop: toastOfFailedStop,
    },
    list: { note: noteAlarms, refresh, reword: rewordNotifications },
    onLocale: onWords,
    log: (sentence, error) => console.warn(sentence, error),
    setAttention: (ids) => store.setAttention(ids),
  })
}
