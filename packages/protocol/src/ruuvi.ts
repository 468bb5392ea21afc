/** Ruuvi data formats 3, 5, 6, C5 and E1. Source: wire formats §5.3; ruuvi/ruuvi-sensor-protocols dataformat_05.md; docs.ruuvi.com, data formats 3, 6, C5 and E1. */
import type { ManufacturerData } from './ad-structures.ts'
import { bufferOf, macText } from './bytes.ts'

export const RUUVI_COMPANY = 0x0499
/** Format 5 without its acceleration. */
const CUT_FORMAT = 0xc5
/** Formats with temperature, humidity and pressure where format 5 has them, and how long they are. 6 and E1 are of Ruuvi Air. */
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [5, 24],
  [6, 20],
  [0xe1, 40],
  [CUT_FORMAT, 18],
])
const OLD_FORMAT = 3
const OLD_LENGTH = 14
/** Where E1 has the address. */
const ADDRESS_OF_E1 = 34

/** Undefined is what the tag calls not available. */
export interface RuuviFrame {
  readonly temperatureCelsius: number | undefined
  readonly humidityPercent: number | undefined
  readonly pressurePascal: number | undefined
  /** x, y, z in thousandths of g. */
  readonly accelerationMilliG: readonly (number | undefined)[]
  readonly batteryMillivolts: number | undefined
  readonly txPowerDbm: number | undefined
  readonly movements: number | undefined
  readonly sequence: number | undefined
  readonly mac: string | undefined
}

const unless = (none: number, value: number, read: (value: number) => number): number | undefined =>
  value === none ? undefined : read(value)
const same = (value: number): number => value

/** Undefined: another maker, another of Ruuvi's formats, or cut short. */
export function decodeRuuvi({ companyId, data }: ManufacturerData): RuuviFrame | undefined {
  const format = data[0]
  if (companyId !== RUUVI_COMPANY || format === undefined) return undefined
  const bytes = bufferOf(data)
  if (format === OLD_FORMAT) return data.length < OLD_LENGTH ? undefined : readOldFormat(bytes)
  if (data.length < (LENGTHS.get(format) ?? Number.POSITIVE_INFINITY)) return undefined
  const air = {
    ...NOTHING_ELSE,
    temperatureCelsius: unless(-0x8000, bytes.readInt16BE(1), (value) => value / 200),
    humidityPercent: unless(0xffff, bytes.readUInt16BE(3), (value) => value / 400),
    pressurePascal: unless(0xffff, bytes.readUInt16BE(5), (value) => value + 50_000),
  }
  // Format 6 has the last three bytes of the address only.
  if (format === 6) return air
  if (format === 0xe1) return { ...air, mac: addressOf(bytes.subarray(ADDRESS_OF_E1, ADDRESS_OF_E1 + 6)) }
  const isCut = format === CUT_FORMAT
  const accelerationMilliG = [7, 9, 11].map((at) => unless(-0x8000, bytes.readInt16BE(at), same))
  const rest = bytes.subarray(isCut ? 7 : 13)
  const power = rest.readUInt16BE(0)
  return {
    ...air,
    ...(isCut ? {} : { accelerationMilliG }),
    batteryMillivolts: unless(2047, power >> 5, (value) => value + 1600),
    txPowerDbm: unless(31, power & 0x1f, (value) => value * 2 - 40),
    movements: unless(0xff, rest[2]!, same),
    sequence: unless(0xffff, rest.readUInt16BE(3), same),
    mac: addressOf(rest.subarray(5, 11)),
  }
}

const NOTHING_ELSE = {
  accelerationMilliG: [undefined, undefined, undefined],
  batteryMillivolts: undefined,
  txPowerDbm: undefined,
  movements: undefined,
  sequence: undefined,
  mac: undefined,
}

const addressOf = (bytes: Uint8Array): string | undefined =>
  bytes.every((byte) => byte === 0xff) ? undefined : macText(bytes)

/** Its temperature is a sign, whole degrees and hundredths. */
function readOldFormat(bytes: Buffer): RuuviFrame {
  const degrees = (bytes[2]! & 0x7f) + bytes[3]! / 100
  return {
    ...NOTHING_ELSE,
    humidityPercent: bytes[1]! / 2,
    temperatureCelsius: (bytes[2]! & 0x80) === 0 ? degrees : -degrees,
    pressurePascal: bytes.readUInt16BE(4) + 50_000,
    accelerationMilliG: [6, 8, 10].map((at) => bytes.readInt16BE(at)),
    batteryMillivolts: bytes.readUInt16BE(12),
  }
}
