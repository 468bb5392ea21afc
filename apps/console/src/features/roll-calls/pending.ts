/** What was done in this tab and has not reached the server yet, over what the server last told. Pure. Source: decision 0045. */
import type { RollCall, RollCallPerson } from '@whereabouts/contract/roll-calls'
import { countingTicks } from '@whereabouts/domain/roll-calls'

export type Command =
  | {
      readonly kind: 'start'
      readonly id: string
      readonly is_drill: boolean
      readonly at_ms: number
      /** Who is expected as far as this console knows, until the server says it. */
      readonly people: readonly RollCallPerson[]
    }
  | {
      readonly kind: 'tick'
      readonly roll_call_id: string
      readonly command_id: string
      readonly device_id: string
      readonly is_safe: boolean
      readonly at_ms: number
    }
  | { readonly kind: 'end'; readonly roll_call_id: string; readonly at_ms: number }

/** The roll-call that goes on, with these commands done in their order; null: none. `by` is who did them. */
export function withPending(open: RollCall | null, commands: readonly Command[], by: string): RollCall | null {
  let shown = open
  /** Ids of starts that joined the one that goes on. */
  const joined = new Set<string>()
  const isOfIt = (id: string) => shown !== null && (id === shown.id || joined.has(id))
  for (const command of commands) {
    if (command.kind === 'start') {
      const { id, is_drill, at_ms, people } = command
      if (shown === null) {
        const nobody = { ended_at_ms: null, ended_by: null, ticks: [] }
        shown = { id, is_drill, started_at_ms: at_ms, started_by: by, ...nobody, people: [...people] }
      } else {
        joined.add(id)
        shown = { ...shown, is_drill: shown.is_drill && is_drill }
      }
    } else if (shown !== null && isOfIt(command.roll_call_id)) {
      if (command.kind === 'end') shown = null
      else {
        const { kind: _kind, roll_call_id: _id, ...tick } = command
        shown = {
          ...shown,
          ticks: [...countingTicks([...shown.ticks, { ...tick, by, arrived_late_ms: null }]).values()],
        }
      }
    }
  }
  return shown
}

/** The commands once a start was answered by the roll-call that goes on, which may be another one than was asked for. */
export const readdressed = (commands: readonly Command[], from: string, to: string): Command[] =>
  commands.map((command) =>
    command.kind !== 'start' && command.roll_call_id === from ? { ...command, roll_call_id: to } : command,
  )
