/** What a server tells senders to do. What is no command is skipped, as a device would: another program may answer in its place. */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isCommand = (value: unknown): value is DeviceCommand =>
  isObject(value) && typeof value.command === 'string' && isObject(value.parameters)

/** A message on a sender's own topic. */
export function readCommand(text: string): DeviceCommand | undefined {
  try {
    const said: unknown = JSON.parse(text)
    return isCommand(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** The answer to a request for commands. */
export const readCommands = (answer: unknown): readonly DeviceCommand[] =>
  isObject(answer) && Array.isArray(answer.commands) ? answer.commands.filter(isCommand) : []
