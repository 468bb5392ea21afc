/** In which mode a G3 is assigned, and the commands of the exchange. Source: specification §4 G3 assign mode, §9; G42, G44. */
import { parseFirmware } from './firmware.ts'

/** Commands that a device takes once its challenge is answered. Source: specification §9. */
export const SECURITY_COMMANDS = { assignG3: 0x01, upgradeG3: 0x07, setUpT4: 0x10 } as const

/** Used before the firmware is known, and when a device reports no version. Source: specification §9. */
export const DEFAULT_G3_ASSIGN_MODE = 0x11

/** Modes the server may ask for instead, in hex; any other is ignored. Source: G42. */
export const ASSIGN_PARAMS = ['01', '11', '1D', '21', '31'] as const

/** Modes each command may come with; 0 where it has none. Source: specification §4, §9; security rule 44. */
export const MODES_OF_COMMAND: Readonly<Record<number, readonly number[]>> = {
  [SECURITY_COMMANDS.assignG3]: ASSIGN_PARAMS.map((param) => Number.parseInt(param, 16)),
  [SECURITY_COMMANDS.upgradeG3]: [0],
  [SECURITY_COMMANDS.setUpT4]: [0],
}

/**
 * The assign mode of a G3: what the server asks for, else what the firmware's minor and patch say. Source: specification §4.
 */
export function g3AssignMode(firmware: string, assignParam?: string): number {
  if (ASSIGN_PARAMS.some((param) => param === assignParam)) return Number.parseInt(assignParam as string, 16)
  const version = parseFirmware(firmware)
  if (version === undefined) return DEFAULT_G3_ASSIGN_MODE
  const [, minor, patch] = version
  if (minor >= 8) return 0x11
  return minor === 7 || (minor === 6 && patch >= 26) ? 0x1d : 0x01
}
