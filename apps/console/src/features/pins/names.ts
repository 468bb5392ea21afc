/**
 * Names under the account's PIN, at the one place where they come in and go out: what lists and dialogs hold is plain, what
 * is sent is encrypted. The key is in the memory of this tab, and goes with the session. Source: G30; decision 0047.
 */
import type { Carepad } from '@whereabouts/contract/carepads'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { isCleanText, tidyName } from '@whereabouts/domain/clean-text'
import { isSameName, isTooLongForName } from '@whereabouts/domain/texts'
import { CANCELLED } from '../../lib/error-text.ts'
import { listKey } from '../../lib/list-key.ts'
import { decryptName, encryptName, type PinKey, randomBytes } from '../../lib/pin.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { createStore } from '../../lib/store.ts'
import { profileQuery } from '../auth/queries.ts'
import { onReset } from '../auth/reset.ts'
import { getSession } from '../auth/session-store.ts'

/**
 * `plain`: stored as it is. `read`: decrypted. `locked`: the PIN is asked for. `unreadable`: not encrypted by this PIN, or
 * damaged. Of the last two the carepad's id stands for its name.
 */
type NameState = 'plain' | 'read' | 'locked' | 'unreadable'

/** A carepad with its name as people read it. */
export type NamedCarepad = Carepad & { readonly name_state: NameState }

/** True where the carepad's id stands for its name. */
export const isHidden = ({ name_state }: NamedCarepad): boolean =>
  name_state === 'locked' || name_state === 'unreadable'

interface OpenedPin extends PinKey {
  /** What names say, by how they are stored; undefined where they cannot be read. */
  readonly plain: Map<string, string | undefined>
}

const opened = createStore<OpenedPin | undefined>(undefined)
/** The PIN that this tab holds. */
export const openedPin: Pick<typeof opened, 'get' | 'subscribe'> = opened

/** Names that were decrypted, by the id of their carepad. */
const names = createStore<ReadonlyMap<string, string>>(new Map())
export const plainNames: Pick<typeof names, 'get' | 'subscribe'> = names

/** Proves the account's PIN; '' where it has none, or this person may not read names. */
const currentPinCheck = (): string => getSession().userInfo?.pin_check ?? ''

/** The PIN that this tab holds, while it is the account's. */
export function currentPin(): OpenedPin | undefined {
  const held = opened.get()
  return held !== undefined && held.pinCheck === currentPinCheck() ? held : undefined
}

/** Keeps a PIN that was proved. Lists have to be loaded again to show names by it. */
export const holdPin = (pin: PinKey): void => opened.set({ ...pin, plain: new Map() })

/** Locks the names again. */
export function forgetPin(): void {
  opened.set(undefined)
  names.set(new Map())
}

/** The profile as the server has it now: another console may have changed the PIN. */
export const reloadProfile = () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })

/** The first name that made the profile be asked for, so that it is asked once for the same. */
let lastDoubted = ''

/** Carepads with their names as people read them. */
export async function readNames(carepads: readonly Carepad[]): Promise<NamedCarepad[]> {
  const held = currentPin()
  const unknown = held === undefined ? [] : carepads.filter((pad) => pad.encrypted && !held.plain.has(pad.carepad_name))
  if (held !== undefined) {
    await Promise.all(
      unknown.map(async ({ carepad_name }) => held.plain.set(carepad_name, await decryptName(carepad_name, held.key))),
    )
  }
  const doubted =
    held === undefined
      ? carepads.find(({ encrypted }) => encrypted && currentPinCheck() === '' && mayReadNames())
      : unknown.find(({ carepad_name }) => held.plain.get(carepad_name) === undefined)
  if (doubted !== undefined && doubted.carepad_name !== lastDoubted) {
    lastDoubted = doubted.carepad_name
    const before = currentPinCheck()
    if ((await reloadProfile()).pin_check !== before) return readNames(carepads)
  }
  // Opened or locked meanwhile.
  if (currentPin() !== held) return readNames(carepads)
  const shown = carepads.map((pad) => named(pad, held))
  note(shown)
  return shown
}

const mayReadNames = (): boolean => getSession().authority !== 'readonly'

function named(carepad: Carepad, held: OpenedPin | undefined): NamedCarepad {
  const { carepad_id, carepad_name, encrypted } = carepad
  if (!encrypted) return { ...carepad, name_state: 'plain' }
  const plain = held?.plain.get(carepad_name)
  if (plain !== undefined) return { ...carepad, carepad_name: plain, name_state: 'read' }
  return { ...carepad, carepad_name: carepad_id, name_state: held === undefined ? 'locked' : 'unreadable' }
}

function note(carepads: readonly NamedCarepad[]): void {
  const read = new Map(
    carepads.flatMap((pad) => (pad.name_state === 'read' ? [[pad.carepad_id, pad.carepad_name] as const] : [])),
  )
  const before = names.get()
  const isSame = read.size === before.size && [...read].every(([id, name]) => before.get(id) === name)
  if (!isSame) names.set(read)
}

/** Asks for the PIN in a dialog. */
interface Question {
  readonly answer: Promise<boolean>
  readonly settle: (isOpened: boolean) => void
}

const question = createStore<Question | undefined>(undefined)
/** The question that stands; the dialog answers it. */
export const pinQuestion: Pick<typeof question, 'get' | 'subscribe'> = question

/** True once the right PIN was typed, false where the person called it off. Who asks while the dialog stands waits for the same answer. */
export function askPin(): Promise<boolean> {
  const open = question.get()
  if (open !== undefined) return open.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  question.set({
    answer: promise,
    settle(isOpened) {
      question.set(undefined)
      resolve(isOpened)
    },
  })
  return promise
}

let wasAsked = false

/** Asks for the PIN without anybody's doing: once in a session of this tab. */
export function askPinOnce(): void {
  if (wasAsked) return
  wasAsked = true
  void askPin()
}

/** The session is over, or the page is loaded again. */
export function endPin(): void {
  forgetPin()
  question.get()?.settle(false)
  wasAsked = false
  lastDoubted = ''
}

onReset(endPin)

/** A name as calls take it. */
interface SentName {
  readonly carepad_name: string
  readonly pin_check?: string
}

/**
 * Sends a name in the form in which the account stores names, asking for the PIN where that is needed; once more where another
 * console has changed the PIN meanwhile. Throws what the server would refuse of a plain name, as it cannot see this one, and a
 * call that was called off where the person gives no PIN. `carepadId`: whose name it is, of a carepad that exists.
 */
export async function sendName<Answer>(
  name: string,
  carepadId: string | undefined,
  send: (sent: SentName) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(await encrypted(name, carepadId))
  } catch (error) {
    if (!isRefusal(error, errors.conflict) || (error as CallError).info !== 'pin_check') throw error
    await reloadProfile()
    return send(await encrypted(name, carepadId))
  }
}

async function encrypted(typed: string, carepadId: string | undefined): Promise<SentName> {
  if (currentPinCheck() === '') return { carepad_name: typed }
  if (currentPin() === undefined && !(await askPin())) throw refusal(errors.preconditionFailed, CANCELLED)
  const pin = currentPin()
  if (pin === undefined) throw refusal(errors.conflict, 'pin_check')
  const name = tidyName(typed)
  if (name === '' || isTooLongForName(name) || !isCleanText(name)) {
    throw refusal(errors.invalidInput, 'body.carepad_name')
  }
  const known: readonly NamedCarepad[] = queryClient.getQueryData(listKey('carepads')) ?? []
  if (known.some((pad) => pad.carepad_id !== carepadId && isSameName(pad.carepad_name, name))) {
    throw refusal(errors.nameTaken)
  }
  return { carepad_name: await encryptName(name, pin.key, randomBytes), pin_check: pin.pinCheck }
}

/** What the server would answer. */
const refusal = ({ code }: { readonly code: number }, info?: string): CallError =>
  new CallError(Math.floor(code / 1000), code, String(code), { info })
