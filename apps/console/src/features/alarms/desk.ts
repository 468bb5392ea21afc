/**
 * The desk of the person on duty: hears what the stream says of alarms, rings, tells the server what is shown and what was
 * stopped, and asks what is open whenever it may have missed something. The world around it comes as arguments, so that simulated
 * worlds run the same desk. Source: G16, G19, G60, G64, G86.
 */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { pause } from '../../lib/pause.ts'
import { createStore, type Watched } from '../../lib/store.ts'
import type { OpenAlarms } from '../live/site-view.ts'
import type { StreamEventSource } from '../live/stream-events.ts'
import { openAlarmsOf } from './alarm-session.ts'
import type { AlarmCalls } from './calls.ts'
import {
  type AlarmSession,
  type Disengage,
  type Handling,
  handleAlarms,
  handleNotification,
  handleOpen,
  idOf,
  QUIET,
  stopEnded,
  stopJudged,
  stopRing,
  timeOf,
} from './handling.ts'
import { type Audience, makeReceipts } from './receipts.ts'
import { makeReloads, type ReloadSettings } from './reloads.ts'

/** An alarm that was in the dialog for less than this (ms) was not seen by the person who pressed. */
export const SEEN_AFTER_MS = 400
/** The dialog waits this long (ms) for the server to hear of a stop. */
const SHOW_STOPPING_MS = 2000
/** What is open is asked for again after this pause (ms) where it could not be had. */
const ASK_AGAIN_AFTER_MS = 5000

const never = new AbortController().signal

export interface Ringer {
  follow(isRinging: boolean): void
  stop(): void
}

export interface DeskSettings {
  readonly events: Pick<StreamEventSource, 'onEvent' | 'onResync'>
  readonly calls: AlarmCalls
  /** Epoch milliseconds by the server's clock. */
  readonly serverNowMs: () => number
  /** Milliseconds by a clock that is never set. */
  readonly steadyMs: () => number
  /** The person may answer for alarms. */
  readonly mayAnswer: () => boolean
  readonly audience: Audience
  readonly makeRinger: () => Ringer
  readonly reloads: Omit<ReloadSettings, 'steadyMs'>
  /** What the person is told beside the dialog. */
  readonly tell: {
    event(event: Notification): void
    /** It sounds once. */
    notice(event: Notification): void
    stoppedElsewhere(alarm: Alarm): void
    /** The cause of an alarm is over, as the person has left the zone. */
    ended(event: Notification): void
    /** The server does not know of a stop. */
    failedStop(error: unknown, onRetry: () => void): void
  }
  /** The list of what happened. */
  readonly list: {
    note(alarms: readonly Alarm[]): void
    refresh(): void
    /** It comes in another language from now on. */
    reword(): void
  }
  /** Calls when the language changes, which the server tells in. Answers how to stop. */
  readonly onLocale: (listener: () => void) => () => void
  /** Notes a failure that is tried again or told elsewhere. */
  readonly log: (sentence: string, error: unknown) => void
  /** Devices with an open alarm, the newest first; the same set as long as the same alarms are open. */
  readonly setAttention: (deviceIds: ReadonlySet<string>) => void
}

export interface Desk {
  readonly session: Watched<AlarmSession>
  /** False until the open alarms have been loaded, and again whenever they are reloaded. */
  readonly isOpenKnown: Watched<boolean>
  readonly openAlarms: OpenAlarms
  /** Hears, rings and tells until stopped. */
  start(): () => void
  /** The button of the dialog. Those who may not answer for alarms close it for themselves. */
  pressStop(): Promise<void>
  /** Answers for one alarm of the list. Throws where the server could not be told. */
  answerFor(alarmId: string): Promise<void>
  /** Records that this person goes to the resident, or has seen them, and stops the ring. Throws where the server could not be told. */
  answerPerson(step: 'going' | 'seen', alarmId: string): Promise<void>
  /** The session of the person is over: nothing rings and nothing is known. */
  forget(): void
}

export function makeDesk(settings: DeskSettings): Desk {
  const { events, calls, serverNowMs, steadyMs, mayAnswer, audience, tell, list, log } = settings
  const session = createStore<AlarmSession>(QUIET)
  const isOpenKnown = createStore(false)
  const openAlarms = openAlarmsOf(session)
  /** Since when alarms stand in the dialog (by the steady clock), by id. */
  const seenSince = new Map<string, number>()
  let attention: { readonly of: unknown; readonly ids: ReadonlySet<string> } | undefined

  function noteAttention(): void {
    const byDevice = openAlarms.byDevice()
    if (attention?.of === byDevice) return
    const newestFirst = [...byDevice].sort(([, one], [, other]) => timeOf(other) - timeOf(one))
    attention = { of: byDevice, ids: new Set(newestFirst.map(([id]) => id)) }
    settings.setAttention(attention.ids)
  }

  function noteSeen(): void {
    const { ringing, test } = session.get()
    // Behind a test nobody sees them.
    const ids = new Set(test === null ? ringing.map(idOf) : [])
    for (const id of ids) if (!seenSince.has(id)) seenSince.set(id, steadyMs())
    for (const id of seenSince.keys()) if (!ids.has(id)) seenSince.delete(id)
  }

  function start(): () => void {
    const ringer = settings.makeRinger()
    const receipts = makeReceipts({
      ...{ say: calls.sayShown, audience, log },
      isOver: (alarmId, timeMs) => (session.get().over.get(alarmId)?.event_time_ms ?? 0) >= timeMs,
    })
    const reloads = makeReloads({ ...settings.reloads, steadyMs })
    let isAsking = false
    let isDue = false
    let isStopped = false
    let again: ReturnType<typeof setTimeout> | undefined

    const follow = (handling: Handling) => {
      session.set(handling.session)
      for (const event of handling.toasts) tell.event(event)
      for (const alarm of handling.stoppedElsewhere) tell.stoppedElsewhere(alarm)
      for (const event of handling.ended) tell.ended(event)
      if (handling.notice !== null) tell.notice(handling.notice)
      if (handling.reloads) reloads.due()
    }

    const hear = (event: StreamEvent) => {
      if (event.event === 'hello') void ask()
      if (event.event === 'alarms') {
        list.note(event.data.alarms)
        follow(handleAlarms(session.get(), event.data.alarms))
      }
      if (event.event === 'notifications') {
        for (const notification of event.data.notifications) {
          const handling = handleNotification(session.get(), notification)
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
      const asked = session.get()
      // On its own: however long the list takes, a ring does not wait for it.
      list.refresh()
      try {
        const answer = await calls.listOpen()
        if (isStopped) return
        const handling = handleOpen(session.get(), answer, asked)
        follow(handling)
        receipts.show(handling.toasts)
        if (!isDue) isOpenKnown.set(true)
      } catch (error) {
        log('What is open could not be asked for.', error)
        clearTimeout(again)
        if (!isStopped) again = setTimeout(() => void ask(), ASK_AGAIN_AFTER_MS)
      }
    }

    const changed = () => {
      const { ringing } = session.get()
      ringer.follow(ringing.length > 0)
      receipts.show(ringing)
      noteSeen()
      noteAttention()
    }
    const reword = () => {
      list.reword()
      void ask()
    }
    const stops = [
      events.onEvent(hear),
      events.onResync(() => void ask()),
      settings.onLocale(reword),
      session.subscribe(changed),
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

  async function pressStop(): Promise<void> {
    const now = steadyMs()
    const seen = new Set([...seenSince].filter(([, sinceMs]) => now - sinceMs >= SEEN_AFTER_MS).map(([id]) => id))
    const { session: stopped, disengage } = stopRing(session.get(), serverNowMs(), seen)
    const isTold = disengage !== undefined && mayAnswer()
    session.set(isTold ? stopped : stopEnded(stopped))
    if (disengage === undefined) return
    if (!isTold) return judgeStop(disengage, undefined)
    await Promise.race([tellStop(disengage), pause(SHOW_STOPPING_MS, never)])
    session.set(stopEnded(session.get()))
  }

  /** Never fails: where the server cannot be told, a message says so and offers another try. */
  async function tellStop(stop: Disengage): Promise<void> {
    try {
      const { event_time_ms, alarms } = await calls.sendStop(stop)
      session.set(handleAlarms(session.get(), alarms).session)
      judgeStop(stop, event_time_ms)
    } catch (error) {
      log('The server could not be told of a stop.', error)
      judgeStop(stop, undefined)
      tell.failedStop(error, () => void tellStop(stop))
    }
  }

  const judgeStop = ({ event_time_ms }: Disengage, judgedMs: number | undefined): void =>
    session.set(stopJudged(session.get(), event_time_ms, judgedMs))

  async function answerFor(alarmId: string): Promise<void> {
    const alarms = await calls.acknowledge([alarmId])
    list.note(alarms)
    session.set(handleAlarms(session.get(), alarms).session)
  }

  async function answerPerson(step: 'going' | 'seen', alarmId: string): Promise<void> {
    const alarms = await calls.answerPerson(step, alarmId)
    list.note(alarms)
    session.set(handleAlarms(session.get(), alarms).session)
  }

  return {
    answerPerson,
    session,
    isOpenKnown,
    openAlarms,
    start,
    pressStop,
    answerFor,
    forget: () => session.set(QUIET),
  }
}
