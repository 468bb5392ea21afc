/** What handlers are given beside their call: the state, the clock, the stream, and what several of them do. */
import { ACTIVITY_ACTIONS, type ActivityAction } from '@whereabouts/contract/activity'
import { MEDIA_PATH } from '@whereabouts/contract/branding'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@whereabouts/contract/kit'
import type { ListName } from '@whereabouts/contract/lists'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { Role } from '@whereabouts/contract/roles'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { MIN_PASSWORD_LENGTH, passwordLength } from '@whereabouts/domain/sessions'
import { refuse } from './refusal.ts'
import type { Account, Mail, Session, State, User } from './state.ts'

/** A proved password stays fresh this long (ms). Source: G87. */
const FRESH_MS = 300_000

export interface Actor {
  readonly account: Account
  readonly user: User
  readonly session: Session
  readonly role: Role
  readonly groups: readonly string[]
  readonly userFromAccessLink: boolean
  /** Of the person, or of the link a visitor came by. */
  readonly name: string
  readonly isExpired: boolean
}

type Untold = StreamEvent extends infer Event ? (Event extends StreamEvent ? Omit<Event, 'id'> : never) : never

export interface World {
  readonly state: State
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly uuid: () => string
  /** Tells the streams of an account, or of one session of it. */
  readonly tell: (accountId: string, event: Untold, sessionId?: string) => void
}

export interface MockCall<E extends Endpoint> {
  /** The signed-in session; absent on public calls, whose handlers do not read it. */
  readonly actor: Actor
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
}

/** Handlers of a domain word. A call without one is answered as one that is not there (404101). */
export type Handlers<Calls extends Record<string, Endpoint>> = {
  readonly [Name in keyof Calls]?: (call: MockCall<Calls[Name]>) => AnswerOf<Calls[Name]>
}

/** An empty page, in base64. */
export const EMPTY_PDF =
  'JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqIDIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iaiAzIDAgb2JqPDwvVHlwZS9QYWdlL01lZGlhQm94WzAgMCA1OTUgODQyXS9QYXJlbnQgMiAwIFI+PmVuZG9iagp0cmFpbGVyPDwvUm9vdCAxIDAgUj4+Cg=='

export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** 43 characters, as the server's tokens have. */
export const newToken = ({ uuid }: World): string => `${uuid()}${uuid()}`.replaceAll('-', '').slice(0, 43)

export const isFresh = ({ now }: World, { session }: Actor): boolean => now() - session.proved_at_ms <= FRESH_MS

export function mustBeFresh(world: World, actor: Actor): void {
  if (!isFresh(world, actor)) throw refuse('preconditionFailed', { info: 'reauth' })
}

/** The commonest of the commonest: what the server refuses by a list of ten thousand. */
const COMMON = ['password', 'password123', '12345678', 'qwertyuiop', 'whereabouts', 'admin console']

/** `field` is where the body carries it. */
export function checkNewPassword(password: string, email: string, field: string): void {
  if (passwordLength(password) < MIN_PASSWORD_LENGTH) throw refuse('passwordTooShort')
  const guess = password.toLowerCase()
  if (guess === email.toLowerCase() || COMMON.includes(guess))
    throw refuse('invalidInput', { info: `body.user.${field}` })
}

export function record(
  world: World,
  actor: Pick<Actor, 'account' | 'name'> & Partial<Pick<Actor, 'session' | 'userFromAccessLink'>>,
  action: ActivityAction,
  target = '',
): void {
  actor.account.logs.unshift({
    id: world.uuid(),
    time: seconds(world.now()),
    device_type: actor.userFromAccessLink === true ? 'access_link' : 'web',
    name: actor.name,
    action,
    target,
    ip: '192.0.2.7',
    session_id: actor.session?.session_id ?? null,
  })
}

export const isSecurity = (action: ActivityAction): boolean => ACTIVITY_ACTIONS[action].isSecurity

export const tellLists = (world: World, { account_id }: Account, ...changed: ListName[]): void =>
  world.tell(account_id, { event: 'lists', data: { changed } })

export const findUser = ({ accounts }: State, email: string): { account: Account; user: User } | undefined => {
  for (const account of accounts) {
    const user = account.users.find((each) => each.email.toLowerCase() === email.toLowerCase())
    if (user !== undefined) return { account, user }
  }
  return undefined
}

export const ownerOf = ({ users }: Account): User => users.find((user) => user.class === 'owner') ?? users[0]!

/** A page of a list: the token is the key of the last item before it. */
export function page<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { page_token, count = PAGE_SIZE }: { page_token?: string | undefined; count?: number | undefined },
): { items: Item[]; metadata: { next_token?: string } } {
  const start = page_token === undefined ? 0 : items.findIndex((item) => keyOf(item) === page_token) + 1
  if (page_token !== undefined && start === 0) throw refuse('invalidInput', { info: 'query.page_token' })
  const shown = items.slice(start, start + count)
  const last = shown.at(-1)
  const hasMore = last !== undefined && start + count < items.length
  return { items: shown, metadata: hasMore ? { next_token: keyOf(last) } : {} }
}

/** Ends sessions and tells their streams so. */
export function endSessions(world: World, doomed: (session: Session) => boolean): Session[] {
  const ended = world.state.sessions.filter(doomed)
  for (const session of ended) {
    world.state.sessions.splice(world.state.sessions.indexOf(session), 1)
    world.tell(session.account_id, { event: 'bye', data: { code: 401001 } }, session.session_id)
  }
  return ended
}

/** Sends a mail with a link; older ones for the same are over. Answers nothing but that it was sent. */
export function sendLink(
  world: World,
  mail: Pick<Mail, 'to' | 'purpose' | 'account_id' | 'user_id'> & Partial<Pick<Mail, 'objects'>>,
): { mail_sent: true } {
  for (const older of world.state.mails) {
    const isSame = older.purpose === mail.purpose && older.user_id === mail.user_id
    const isAbout = mail.objects === undefined || older.objects.some((id) => mail.objects?.includes(id))
    if (isSame && isAbout) older.isUsed = true
  }
  world.state.mails.push({ objects: [], ...mail, token: newToken(world), isUsed: false })
  return { mail_sent: true }
}

/** The mail whose link carries this token, while that is good for one of these purposes. */
export const findLink = ({ state }: World, token: string, purposes?: readonly Mail['purpose'][]): Mail | undefined =>
  state.mails.find(
    (mail) => mail.token === token && !mail.isUsed && (purposes === undefined || purposes.includes(mail.purpose)),
  )

/** Keeps a picture and answers its address. */
export function keepPicture({ state, uuid }: World, dataUrl: string): string {
  const name = uuid()
  state.pictures.set(name, dataUrl)
  return `/v3${MEDIA_PATH}${name}`
}
