/** Ruuvi data format 5 (RAWv2). Source: wire formats §5.3; ruuvi/ruuvi-sensor-protocols dataformat_05.md. */
import type { ManufacturerData } from './ad-structures.ts'
import { bufferOf, macText } from './bytes.ts'

export const RUUVI_COMPANY = 0x0499
const FORMAT = 5
const LENGTH = 24

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
  if (companyId !== RUUVI_COMPANY || data[0] !== FORMAT || data.length < LENGTH) return undefined
  const bytes = bufferOf(data)
  const power = bytes.readUInt16BE(13)
  const mac = bytes.subarray(18, 24)
  return {
    temperatureCelsius: unless(-0x8000, bytes.readInt16BE(1), (value) => value / 200),
    humidityPercent: unless(0xffff, bytes.readUInt16BE(3), (value) => value / 400),
    pressurePascal: unless(0xffff, bytes.readUInt16BE(5), (value) => value + 50_000),
    accelerationMilliG: [7, 9, 11].map((at) => unless(-0x8000, bytes.readInt16BE(at), same)),
    batteryMillivolts: unless(2047, power >> 5, (value) => value + 1600),
    txPowerDbm: unless(31, power & 0x1f, (value) => value * 2 - 40),
    movements: unless(0xff, bytes[15]!, same),
    sequence: unless(0xffff, bytes.readUInt16BE(16), same),
    mac: mac.every((byte) => byte === 0xff) ? undefined : macText(mac),
  }
}
