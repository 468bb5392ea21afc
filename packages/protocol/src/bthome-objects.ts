/**
 * The objects of BTHome v2: what an id means, how long its value is, and in which unit.
 * Source: wire formats §5.2; 0xF0 to 0xF2 from bthome.io/format.
 */
import { within } from './values.ts'

interface BthomeObject {
  /** With its unit. */
  readonly name: string
  readonly form: 'unsigned' | 'signed' | 'boolean' | 'button' | 'dimmer' | 'text' | 'raw' | 'version'
  /** Bytes; undefined: the value begins with its length. */
  readonly length: number | undefined
  /** The value counts this many of a unit. */
  readonly divisor: number
}

export const PACKET_ID = 0x00

const number = (form: 'unsigned' | 'signed', name: string, length: number, divisor = 1): BthomeObject => ({
  name,
  form,
  length,
  divisor,
})
const u = (name: string, length: number, divisor?: number): BthomeObject => number('unsigned', name, length, divisor)
const s = (name: string, length: number, divisor?: number): BthomeObject => number('signed', name, length, divisor)
const bool = (name: string): BthomeObject => ({ name, form: 'boolean', length: 1, divisor: 1 })
const other = (form: BthomeObject['form'], name: string, length?: number): BthomeObject => ({
  name,
  form,
  length,
  divisor: 1,
})

/** By object id. */
export const BTHOME_OBJECTS: ReadonlyMap<number, BthomeObject> = new Map([
  [PACKET_ID, u('packet_id', 1)],
  [0x01, u('battery_pct', 1)],
  [0x02, s('temperature_c', 2, 100)],
  [0x03, u('humidity_pct', 2, 100)],
  [0x04, u('pressure_hpa', 3, 100)],
  [0x05, u('illuminance_lux', 3, 100)],
  [0x06, u('mass_kg', 2, 100)],
  [0x07, u('mass_lb', 2, 100)],
  [0x08, s('dew_point_c', 2, 100)],
  [0x09, u('count', 1)],
  [0x0a, u('energy_kwh', 3, 1000)],
  [0x0b, u('power_w', 3, 100)],
  [0x0c, u('voltage_v', 2, 1000)],
  [0x0d, u('pm25_ugm3', 2)],
  [0x0e, u('pm10_ugm3', 2)],
  [0x0f, bool('generic_bool')],
  [0x10, bool('power_bool')],
  [0x11, bool('opening')],
  [0x12, u('co2_ppm', 2)],
  [0x13, u('tvoc_ugm3', 2)],
  [0x14, u('moisture_pct', 2, 100)],
  [0x15, bool('battery_low')],
  [0x16, bool('battery_charging')],
  [0x17, bool('carbon_monoxide')],
  [0x18, bool('cold')],
  [0x19, bool('connectivity')],
  [0x1a, bool('door')],
  [0x1b, bool('garage_door')],
  [0x1c, bool('gas')],
  [0x1d, bool('heat')],
  [0x1e, bool('light')],
  [0x1f, bool('lock')],
  [0x20, bool('moisture_bool')],
  [0x21, bool('motion')],
  [0x22, bool('moving')],
  [0x23, bool('occupancy')],
  [0x24, bool('plug')],
  [0x25, bool('presence')],
  [0x26, bool('problem')],
  [0x27, bool('running')],
  [0x28, bool('safety')],
  [0x29, bool('smoke')],
  [0x2a, bool('sound')],
  [0x2b, bool('tamper')],
  [0x2c, bool('vibration')],
  [0x2d, bool('window')],
  [0x2e, u('humidity_pct', 1)],
  [0x2f, u('moisture_pct', 1)],
  [0x3a, other('button', 'button', 1)],
  [0x3c, other('dimmer', 'dimmer', 2)],
  [0x3d, u('count', 2)],
  [0x3e, u('count', 4)],
  [0x3f, s('rotation_deg', 2, 10)],
  [0x40, u('distance_mm', 2)],
  [0x41, u('distance_m', 2, 10)],
  [0x42, u('duration_s', 3, 1000)],
  [0x43, u('current_a', 2, 1000)],
  [0x44, u('speed_mps', 2, 100)],
  [0x45, s('temperature_c', 2, 10)],
  [0x46, u('uv_index', 1, 10)],
  [0x47, u('volume_l', 2, 10)],
  [0x48, u('volume_ml', 2)],
  [0x49, u('flow_m3h', 2, 1000)],
  [0x4a, u('voltage_v', 2, 10)],
  [0x4b, u('gas_m3', 3, 1000)],
  [0x4c, u('gas_m3', 4, 1000)],
  [0x4d, u('energy_kwh', 4, 1000)],
  [0x4e, u('volume_l', 4, 1000)],
  [0x4f, u('water_l', 4, 1000)],
  [0x50, u('timestamp', 4)],
  [0x51, u('acceleration_mps2', 2, 1000)],
  [0x52, u('gyroscope_dps', 2, 1000)],
  [0x53, other('text', 'text')],
  [0x54, other('raw', 'raw')],
  [0x55, u('volume_storage_l', 4, 1000)],
  [0x56, u('conductivity', 2)],
  [0x57, s('temperature_c', 1)],
  // Times 0.35, which is seven twentieths.
  [0x58, s('temperature_c', 1, 20 / 7)],
  [0x59, s('count', 1)],
  [0x5a, s('count', 2)],
  [0x5b, s('count', 4)],
  [0x5c, s('power_w', 4, 100)],
  [0x5d, s('current_a', 2, 1000)],
  [0x5e, u('direction_deg', 2, 100)],
  [0x5f, u('precipitation_mm', 2, 10)],
  [0x60, u('channel', 1)],
  [0x61, u('rotational_speed_rpm', 2)],
  [0x62, s('speed_mps', 4, 1_000_000)],
  [0x63, s('acceleration_mps2', 4, 1_000_000)],
  [0x64, u('light_level', 1)],
  [0xf0, u('device_type_id', 2)],
  [0xf1, other('version', 'firmware', 4)],
  [0xf2, other('version', 'firmware', 3)],
])

/** Buttons' events by their number. 0xFE is a hold in Shelly BLU firmware before 1.0.20. */
export const BUTTON_EVENTS: ReadonlyMap<number, string> = new Map([
  [1, 'press'],
  [2, 'double_press'],
  [3, 'triple_press'],
  [4, 'long_press'],
  [5, 'long_double_press'],
  [6, 'long_triple_press'],
  [0x80, 'hold_press'],
  [0xfe, 'hold_press_old'],
])
/** An event number without a published meaning. */
export const UNKNOWN_BUTTON_EVENT = 'unknown'

/** The first named event among a device's buttons, as a gateway reports them; buttons not pressed are ignored. */
export function buttonEvent(numbers: readonly unknown[], names: ReadonlyMap<number, string>): string | undefined {
  const events = numbers.map((each) => within(each, 1, 255)).filter((number) => number !== undefined)
  if (events.length === 0) return undefined
  return events.map((number) => names.get(number)).find((name) => name !== undefined) ?? UNKNOWN_BUTTON_EVENT
}
