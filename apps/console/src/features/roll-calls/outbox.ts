/**
 * Sends what is done in a roll-call, in its order, and again until the server has it. Each command has an id of its own, so one that
 * arrives twice counts once. It outlives a reload of the tab. Source: decision 0045.
 */
import { errors } from '@whereabouts/contract/errors'
import { MAX_TICKS } from '@whereabouts/domain/roll-calls'
import { t } from '../../lib/i18n.ts'
import { isAway, isRefusal } from '../../lib/refusals.ts'
import { api } from '../../lib/signed-in-api.ts'
import { inThisTab, record, stored } from '../../lib/storage.ts'
import { createStore, type Watched } from '../../lib/store.ts'
import { showError, showToast } from '../../lib/toasts.ts'
import { type Command, readdressed } from './pending.ts'
import { noteRollCall } from './queries.ts'

/** Where the server is away, it is asked again after this long (ms). */
const AGAIN_AFTER_MS = 3000

interface Kept {
  readonly user: string
  readonly commands: readonly Command[]
}

const keptCommands = stored<Kept>(inThisTab, 'rollCallOutbox', (value) => {
  const kept = record(value)
  if (typeof kept?.user !== 'string' || !Array.isArray(kept.commands)) return undefined
  return { user: kept.user, commands: kept.commands as Command[] }
})

const queue = createStore<readonly Command[]>([])
export const pendingCommands: Watched<readonly Command[]> = queue
let user = ''
let isSending = false
let again: ReturnType<typeof setTimeout> | undefined

function keep(commands: readonly Command[]): void {
  queue.set(commands)
  if (commands.length === 0) keptCommands.remove()
  else keptCommands.write({ user, commands })
}

/** Goes on with what this person left unsent in this tab; what somebody else left is not theirs to send. */
export function resumeOutbox(name: string): () => void {
  user = name
  const kept = keptCommands.read()
  queue.set(kept?.user === name ? kept.commands : [])
  const flush = () => void send()
  window.addEventListener('online', flush)
  flush()
  return () => {
    window.removeEventListener('online', flush)
    clearTimeout(again)
    queue.set([])
  }
}

export function command(...commands: readonly Command[]): void {
  keep([...queue.get(), ...commands])
  void send()
}

async function send(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(again)
  try {
    while (queue.get().length > 0) await sendFirst()
  } catch (error) {
    if (isAway(error)) again = setTimeout(() => void send(), AGAIN_AFTER_MS)
    else throw error
  } finally {
    isSending = false
  }
}

/** Sends what stands first: ticks of one roll-call go together. What is refused will not be taken later either. */
async function sendFirst(): Promise<void> {
  const [first] = queue.get()
  if (first === undefined) return
  const count = first.kind === 'tick' ? ticksOf(first.roll_call_id).length : 1
  const rest = () => queue.get().slice(count)
  try {
    const { roll_call } = await callFor(first)
    keep(first.kind === 'start' ? readdressed(rest(), first.id, roll_call.id) : rest())
    noteRollCall(roll_call)
  } catch (error) {
    if (isAway(error)) throw error
    keep(rest())
    if (first.kind === 'tick' && isRefusal(error, errors.notAllowed)) {
      showToast({ tone: 'error', text: t('rollCalls.tooLate') })
    } else showError(error)
  }
}

function ticksOf(rollCallId: string) {
  const commands = queue.get()
  const end = commands.findIndex((one) => one.kind !== 'tick' || one.roll_call_id !== rollCallId)
  return commands.slice(0, end === -1 ? MAX_TICKS : Math.min(end, MAX_TICKS)).filter((one) => one.kind === 'tick')
}

function callFor(first: Command) {
  switch (first.kind) {
    case 'start':
      return api.rollCalls.start({ body: { id: first.id, is_drill: first.is_drill, started_at_ms: first.at_ms } })
    case 'tick': {
      const ticks = ticksOf(first.roll_call_id).map(({ kind: _kind, roll_call_id: _id, ...tick }) => tick)
      return api.rollCalls.tick({ id: first.roll_call_id, body: { ticks } })
    }
    case 'end':
      return api.rollCalls.end({ id: first.roll_call_id, body: { ended_at_ms: first.at_ms } })
  }
}
