/** A console's live stream, as its events come in. */
import { expect, onTestFinished } from 'vitest'
import { eventually } from './given.ts'

export interface Event {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the event it names carries.
  data: any
}

interface Listener {
  readonly status: number
  readonly events: Event[]
  readonly ended: () => boolean
  /** Hangs up, as a console that goes away. */
  readonly close: () => void
}

const parse = (block: string): Event => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return { event: field('event'), id: field('id'), data: JSON.parse(field('data') || 'null') }
}

/** Opens a stream and answers once the server has said hello; it ends with the test. */
export async function listen({ origin }: { origin: string }, token: string, lastEventId?: string): Promise<Listener> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${origin}/v3/app/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  })
  const events: Event[] = []
  let ended = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.map(parse).filter(({ event }) => event !== ''))
    }
    ended = true
  }
  read().catch(() => {
    ended = true
  })
  if (response.ok) await eventually(async () => expect(events[0]?.event).toBe('hello'))
  return { status: response.status, events, ended: () => ended, close: () => abort.abort() }
}

/** All messages of the stream about a tracker, the newest last. */
export const toldOf = (events: readonly Event[], deviceId: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...events
      .filter(({ event }) => event === 'trackers')
      .flatMap(({ data }) => data.trackers)
      .filter((tracker: { device_id: string }) => tracker.device_id === deviceId),
  )

/**
 * The notifications a console's stream told of, by their ids, as consoles know them: one that is raised as a stream begins may be
 * told twice.
 */
export function notificationsTold(events: readonly Event[]): Event['data'][] {
  const all = events.filter(({ event }) => event === 'notifications').flatMap(({ data }) => data.notifications)
  return [...new Map(all.map((one) => [one.id, one])).values()]
}
