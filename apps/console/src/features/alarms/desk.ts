/**
 * The desk of the person on duty: hears what the stream says of alarms, rings, tells the server what is shown and what was
 * stopped, and asks what is open whenever it may have missed something. Source: G16, G19, G60, G64, G86.
 */
import { may } from '@whereabouts/contract/roles'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { onLocale } from '../../lib/i18n.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { NOTICE, SILENCE } from '../../lib/sound-patterns.ts'
import { showError } from '../../lib/toasts.ts'
import { pause } from '../../lib/wait.ts'
import { sessionEnded } from '../auth/reset.ts'
import { getSession, rightsOf } from '../auth/session-store.ts'
import type { Live } from '../live/live.ts'
import type { SiteView } from '../live/site-view.ts'
import { noteAlarms, refreshNotifications, rewordNotifications, sayUnloaded } from '../notifications/queries.ts'
import { alarmSession, isOpenKnown, openAlarms } from './alarm-session.ts'
import { toastOfFailedStop, toastOfNotification, toastOfStop } from './alarm-toasts.tsx'
import {
  type Disengage,
  type Handling,
  handleAlarms,
  handleNotification,
  handleOpen,
  idOf,
  keyOf,
  stopEnded,
  stopJudged,
  stopRing,
  timeOf,
} from './handling.ts'
import { acknowledge, listOpenAlarms, sayShown, sendStop } from './queries.ts'
import { makeReceipts } from './receipts.ts'
import { makeReloads } from './reloads.ts'
import { makeRinger, SILENCE_SOUND, soundOnce } from './sound-turn.ts'

/** An alarm that was in the dialog for less than this (ms) was not seen by the person who pressed. */
export const SEEN_AFTER_MS = 400
/** The dialog waits this long (ms) for the server to hear of a stop. */
const SHOW_STOPPING_MS = 2000
/** What is open is asked for again after this pause (ms) where it could not be had. */
const ASK_AGAIN_AFTER_MS = 5000

const never = new AbortController().signal
/** Since when alarms stand in the dialog (by this page's own clock), by id. */
const seenSince = new Map<string, number>()

sessionEnded.subscribe(() => {
  if (sessionEnded.get()) soundOnce(SILENCE, SILENCE_SOUND).catch(showError)
})

/** Hears, rings and tells until stopped. */
export function keepAlarms({ store, events }: Pick<Live, 'store' | 'events'>, site: SiteView): () => void {
  const ringer = makeRinger()
  const receipts = makeReceipts(sayShown, (alarmId) => alarmSession.get().over.has(alarmId))
  const reloads = makeReloads(store)
  let isAsking = false
  let isDue = false
  let isStopped = false
  let again: ReturnType<typeof setTimeout> | undefined

  const follow = (handling: Handling) => {
    alarmSession.set(handling.session)
    for (const event of handling.toasts) toastOfNotification(site, event)
    for (const alarm of handling.stoppedElsewhere) toastOfStop(alarm)
    if (handling.notice !== null) soundOnce(NOTICE, keyOf(handling.notice)).catch(showError)
    if (handling.reloads) reloads.due()
  }

  const hear = (event: StreamEvent) => {
    if (event.event === 'hello') void ask()
    if (event.event === 'alarms') {
      noteAlarms(event.data.alarms)
      follow(handleAlarms(alarmSession.get(), event.data.alarms))
    }
    if (event.event === 'notifications') {
      for (const notification of event.data.notifications) {
        const handling = handleNotification(alarmSession.get(), notification)
        follow(handling)
        receipts.show(handling.toasts)
      }
    }
  }

  /** One question at a time; what becomes due meanwhile is asked after it, as the answer may be older than its reason. */
  async function ask(): Promise<void> {
    isDue = true
    isOpenKnown.set(false)
    if (isAsking) return
    isAsking = true
    while (isDue && !isStopped) {
      isDue = false
      await askOnce()
    }
    isAsking = false
  }

  async function askOnce(): Promise<void> {
    const asked = alarmSession.get()
    // On its own: however long the list takes, a ring does not wait for it.
    refreshNotifications().catch(sayUnloaded)
    try {
      const answer = await listOpenAlarms()
      if (isStopped) return
      const handling = handleOpen(alarmSession.get(), answer, asked)
      follow(handling)
      receipts.show(handling.toasts)
      if (!isDue) isOpenKnown.set(true)
    } catch (error) {
      console.warn('What is open could not be asked for.', error)
      clearTimeout(again)
      if (!isStopped) again = setTimeout(() => void ask(), ASK_AGAIN_AFTER_MS)
    }
  }

  const changed = () => {
    const { ringing, test } = alarmSession.get()
    ringer.follow(ringing.length > 0)
    receipts.show(ringing)
    // Behind a test nobody sees them.
    const ids = new Set(test === null ? ringing.map(idOf) : [])
    for (const id of ids) if (!seenSince.has(id)) seenSince.set(id, performance.now())
    for (const id of seenSince.keys()) if (!ids.has(id)) seenSince.delete(id)
    const attention = currentAttention()
    if (store.attention !== attention) store.setAttention(attention)
  }
  const reword = () => {
    rewordNotifications()
    void ask()
  }
  const stops = [
    events.onEvent(hear),
    events.onResync(() => void ask()),
    onLocale(reword),
    alarmSession.subscribe(changed),
  ]
  void ask()
  changed()
  return () => {
    isStopped = true
    clearTimeout(again)
    isOpenKnown.set(false)
    for (const stop of stops) stop()
    ringer.stop()
    receipts.stop()
    reloads.stop()
  }
}

let attention: { readonly of: unknown; readonly ids: ReadonlySet<string> } | undefined

/** Devices with an open alarm, the newest first; the same set as long as the same alarms are open. */
function currentAttention(): ReadonlySet<string> {
  const byDevice = openAlarms.byDevice()
  if (attention?.of !== byDevice) {
    const newestFirst = [...byDevice].sort(([, one], [, other]) => timeOf(other) - timeOf(one))
    attention = { of: byDevice, ids: new Set(newestFirst.map(([id]) => id)) }
  }
  return attention.ids
}

/** The button of the dialog. Those who may not answer for alarms close it for themselves. */
export async function pressStop(): Promise<void> {
  const now = performance.now()
  const seen = new Set([...seenSince].filter(([, sinceMs]) => now - sinceMs >= SEEN_AFTER_MS).map(([id]) => id))
  const { session, disengage } = stopRing(alarmSession.get(), serverNowMs(), seen)
  const rights = rightsOf(getSession())
  const isTold = disengage !== undefined && rights !== undefined && may(rights, 'acknowledgeAlarms')
  alarmSession.set(isTold ? session : stopEnded(session))
  if (disengage === undefined) return
  if (!isTold) return judgeStop(disengage, undefined)
  await Promise.race([tellStop(disengage), pause(SHOW_STOPPING_MS, never)])
  alarmSession.set(stopEnded(alarmSession.get()))
}

/** Never fails: where the server cannot be told, a message says so and offers another try. */
async function tellStop(stop: Disengage): Promise<void> {
  try {
    const { event_time_ms, alarms } = await sendStop(stop, (ms) => pause(ms, never))
    alarmSession.set(handleAlarms(alarmSession.get(), alarms).session)
    judgeStop(stop, event_time_ms)
  } catch (error) {
    console.warn('The server could not be told of a stop.', error)
    judgeStop(stop, undefined)
    toastOfFailedStop(error, () => void tellStop(stop))
  }
}

const judgeStop = ({ event_time_ms }: Disengage, judgedMs: number | undefined): void =>
  alarmSession.set(stopJudged(alarmSession.get(), event_time_ms, judgedMs))

/** Answers for one alarm of the list. */
export async function answerFor(alarmId: string): Promise<void> {
  const alarms = await acknowledge([alarmId])
  noteAlarms(alarms)
  alarmSession.set(handleAlarms(alarmSession.get(), alarms).session)
}
