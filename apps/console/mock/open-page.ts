/** What component tests put below what they draw: the mock behind `fetch`, somebody who is signed in, an address, a window. */
import { api, type WhereaboutsApi } from '@whereabouts/contract/api'
import { type Client, createClient } from '@whereabouts/contract/client'
import type { Locale } from '@whereabouts/contract/locales'
import { routesOf } from '@whereabouts/contract/routes'
import { createMockApi, type MockApi } from '@whereabouts/mock-api/mock-api'
import { mockFetch } from '@whereabouts/mock-api/mock-fetch'
import { type Person, personOf, signIn } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { forgetEmailDraft } from '../src/features/auth/email-draft.ts'
import { sessionEnded } from '../src/features/auth/reset.ts'
import { changeSession } from '../src/features/auth/session-store.ts'
import { endPin } from '../src/features/pins/names.ts'
import { arrival, partAddress } from '../src/lib/arrival.ts'
import { queryClient } from '../src/lib/query-client.ts'
import { noteServerTime } from '../src/lib/server-clock.ts'
import { clearToasts } from '../src/lib/toasts.ts'
import { display, USUAL_DISPLAY } from '../src/screens/map/toggles.ts'
import { putMockBehindPage } from './mock-page.ts'

/** One call, as it left the page. */
interface SentCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the call it names sends.
  readonly body: any
}

/** What a test has instead of an answer of the mock; `usual` gives that, to another body than was sent where one is named. */
type Answerer = (call: SentCall, usual: (body?: unknown) => Promise<Response>) => Promise<Response> | Response

export type Told = readonly [path: string | RegExp, answerer: Answerer]

export interface Screen {
  readonly mock: MockApi
  /** Who is signed in here; undefined: nobody. */
  readonly person: Person | undefined
  /** Every call that left the page, in order. */
  readonly sent: readonly SentCall[]
  /** The bodies that were sent to a path by a method. */
  bodies(method: string, path: string): unknown[]
  /** Answers a path in the mock's place until told otherwise; the last one told counts. Answers how to stop. */
  answer(path: string | RegExp, answerer: Answerer): () => void
  /** Calls of a colleague, by the part of the address before its @, or of this person's other device. */
  callsOf(person: string | Person): Client<WhereaboutsApi>
  /** Draws the page again at its present address, as a reload would. */
  reload(settings?: Pick<PageSettings, 'awaits'>): Promise<void>
  /** Takes the page down before the test ends, which does so otherwise. */
  close(): void
}

export interface PageSettings {
  /** Of the demo, by the part of the address before its @; null: nobody is signed in. The owner unless told. */
  readonly person?: string | null
  /** Fills the mock and answers who is signed in, in place of the demo and `person`. */
  readonly seed?: (mock: MockApi) => Person | undefined
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly locale?: Locale
  /** Answers in the mock's place from the first call on, as `Screen.answer` does later. */
  readonly answers?: readonly Told[]
  /** False where nothing loads that could be waited for. */
  readonly awaits?: boolean
}

const matches = (pattern: string | RegExp, path: string): boolean =>
  typeof pattern === 'string' ? path === pattern || path.startsWith(`${pattern}?`) : pattern.test(path)

const clearCookies = () => {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the console keeps its language there.
    if (cookie !== '') document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
}

/** Takes secrets out of the address, as the load of a document does. */
function takeSecrets(): void {
  const { taken, left } = partAddress(window.location.href)
  for (const name of [...arrival.keys()]) arrival.delete(name)
  for (const [name, value] of taken) arrival.set(name, value)
  window.history.replaceState(null, '', left)
}

/** As sign-in would have left it. */
function keepAccount(mock: MockApi, person: Person): void {
  const now = Date.now()
  const { email, fullname: name } = person.user
  const account = { token: signIn(mock, person), provider: 'email', email, name, pushToken: '', staySignedIn: false }
  localStorage.setItem('account', JSON.stringify({ ...account, lastUpdateTokenTime: now, signedInAtMs: now }))
}

interface Drawing {
  /** Draws in this place of the page; answers how to take it off again. */
  readonly draw: (place: HTMLElement) => Promise<() => void>
  /** Resolves when it stands with all that a test may ask for. */
  readonly whenLoaded: () => Promise<void>
}

const closedNetwork =
  (network: typeof fetch): typeof fetch =>
  async (input, init) => {
    if (new URL(new Request(input).url).pathname.startsWith('/v3/')) throw new TypeError('The page is closed.')
    return network(input, init)
  }

/** Every call goes by `told`, then to the mock, and is noted in `sent`. */
function listen(sent: SentCall[], told: readonly Told[]): void {
  const toMock = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/v3/')) return toMock(input, init)
    const text = await request.text()
    const call = {
      method: request.method,
      path: url.pathname + url.search,
      body: text === '' ? undefined : JSON.parse(text),
    }
    sent.push(call)
    const found = told.findLast(([pattern]) => matches(pattern, call.path))
    const usual = (body: unknown = call.body) => {
      const { method, headers, signal } = request
      return toMock(url, { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    }
    return found === undefined ? usual() : found[1](call, usual)
  }
}

/** What the console keeps of a session in its modules. */
function forgetSession(): void {
  queryClient.clear()
  endPin()
  forgetEmailDraft()
  clearToasts()
  sessionEnded.set(false)
  changeSession({ loading: false, isStarted: false, isRenewalFailing: false, showConsumerPanel: false })
  noteServerTime(Date.now())
}

/** Resolves when it is drawn. It is taken down when the test ends. */
export async function openPage(path: string, settings: PageSettings, { draw, whenLoaded }: Drawing): Promise<Screen> {
  const {
    person: name = 'owner',
    seed,
    width = 1440,
    height = 900,
    scheme,
    locale,
    answers = [],
    awaits = true,
  } = settings
  await page.viewport(width, height)
  const mock = createMockApi()
  if (seed === undefined) seedDemo(mock)
  const person = seed === undefined ? (name === null ? undefined : personOf(mock, name)) : seed(mock)
  const sent: SentCall[] = []
  const told: Told[] = [...answers]
  const stopMock = putMockBehindPage(mock, { drawsMarkers: false })
  const toMock = window.fetch
  listen(sent, told)
  if (person !== undefined) keepAccount(mock, person)
  if (scheme !== undefined) localStorage.setItem('colourScheme', JSON.stringify(scheme))
  // biome-ignore lint/suspicious/noDocumentCookie: the console keeps its language there.
  if (locale !== undefined) document.cookie = `lang=${locale}; path=/`
  window.history.replaceState(null, '', path)
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'

  let stop = () => {}
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    stop()
    forgetSession()
    place.remove()
    stopMock()
    // What was on its way then has nobody to answer it.
    window.fetch = closedNetwork(window.fetch)
    // The next page may be of another file, and have the same modules.
    display.set(USUAL_DISPLAY)
    localStorage.clear()
    sessionStorage.clear()
    clearCookies()
  }
  onTestFinished(close)
  const start = async (isAwaited: boolean) => {
    takeSecrets()
    stop = await draw(place)
    if (person !== undefined && isAwaited) await whenLoaded()
  }
  await start(awaits)
  return {
    mock,
    person,
    sent,
    bodies: (method, wanted) =>
      sent.filter((call) => call.method === method && matches(wanted, call.path)).map(({ body }) => body),
    answer(pattern, answerer) {
      const added: Told = [pattern, answerer]
      told.push(added)
      return () => {
        told.splice(told.indexOf(added), 1)
      }
    },
    callsOf(who) {
      const token = signIn(mock, typeof who === 'string' ? personOf(mock, who) : who)
      return createClient<WhereaboutsApi>(routesOf(api), {
        base: window.location.origin,
        fetch: mockFetch(mock, { fetch: toMock }),
        headers: () => ({ authorization: `Bearer ${token}` }),
      })
    },
    async reload({ awaits: isAwaited = true } = {}) {
      stop()
      forgetSession()
      await start(isAwaited)
    },
    close,
  }
}

/** Nothing but somebody who is signed in, for what a part does without being seen. */
export const openSession = (settings: PageSettings = {}): Promise<Screen> =>
  openPage('/', settings, { draw: async () => () => {}, whenLoaded: async () => {} })
