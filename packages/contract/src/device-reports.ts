/** The native device protocol over HTTP; the same body goes over MQTT. Source: G09. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
/** Radio identities and our own ids alike. Source: security rule 20. */
const deviceId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}]*$/u)
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u)

/** Digits of 255 bytes, the most of extended advertising. */
const MAX_ADVERTISEMENT_HEX = 510

export const Scan = z.object({
  /** A tracker, a carepad, or another station, by which stations are calibrated (G54). */
  device_id: deviceId,
  /** dBm; 127, as Bluetooth has it, and 0 say that no strength was measured. */
  rssi: z.number().min(-150).max(127),
  connected: z.boolean().optional(),
  /** Percent. */
  battery: z.number().min(0).max(100).optional(),
  firmware: text(32).optional(),
  moving: z.boolean().optional(),
  steps: z.number().int().min(0).max(1_000_000).optional(),
  /** Degrees Celsius. */
  temperature: z.number().min(-60).max(150).optional(),
  /** Percent, relative. */
  humidity: z.number().min(0).max(100).optional(),
  /** True while the person's help button is pressed. */
  help: z.boolean().optional(),
  /** `update_time` of the advanced settings the tracker runs (G49). */
  settings_time: z.number().int().min(0).max(9_999_999_999).optional(),
  /** Progress of an upgrade over the air (G45). */
  ota: z.enum(['running', 'done', 'failed']).optional(),
  /**
   * For a tag that is not a device of ours: its advertisement as it was heard, in hex. `device_id` is then the address it was
   * heard by, or any text where the sender's system hides addresses. An unreadable one is ignored.
   */
  advertisement: z.string().max(MAX_ADVERTISEMENT_HEX).optional(),
  scan_response: z.string().max(MAX_ADVERTISEMENT_HEX).optional(),
  /** Type of the tag's address; a random one may be different tomorrow. */
  address_type: z.enum(['public', 'random']).optional(),
})

/**
 * Unknown keys are ignored: firmware runs ahead of servers (rule 12 exempts the gateway). So is an optional field whose value cannot be
 * read; its sender's card names it. A scan without a field that it needs is ignored
 * too, unless no scan can be read; any other field that is needed refuses the report.
 */
export const DeviceReport = z.object({
  t4_id: text(64).min(1).optional(),
  phone_id: text(64).min(1).optional(),
  /** Password of the sender's credential; Basic auth does too, and MQTT needs none here. */
  key: z.string().max(256).optional(),
  /** Numbers the sender's reports, so that a repeat is stored once. */
  seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  scanned_at_ms: z.number().int().min(0).max(8_640_000_000_000_000),
  gps_latitude: latitude.optional(),
  gps_longitude: longitude.optional(),
  /** Metres. */
  gps_accuracy: z.number().min(0).max(1_000_000).optional(),
  battery: z.number().min(0).max(100).optional(),
  moving: z.boolean().optional(),
  /** True while a person asks for help at the phone itself. */
  help: z.boolean().optional(),
  /** Degrees clockwise from north. */
  heading: z.number().min(0).max(360).optional(),
  firmware: text(32).optional(),
  ip: text(64).optional(),
  wifi_ssid: text(32).optional(),
  platform: z.enum(['ios', 'android']).optional(),
  scans: z.array(Scan).max(1000).default([]),
})
export type DeviceReport = z.output<typeof DeviceReport>

/** A command for a sender, or for a tracker that it hears. Source: G09, G45, G47, G49. */
export const DeviceCommand = z.object({
  command_id: z.string(),
  /** The tracker it is for; null: the sender itself. */
  device_id: z.string().nullable(),
  /** The radio identity by which the sender knows the tracker; '' where `device_id` is enough. */
  radio_identity: z.string(),
  command: z.enum(['ring', 'led', 'ota', 'settings']),
  /** ring `{ringing, duration_s}` · led `{mode, duration}` · ota `{version, url, hash, signature}` · settings `{adv_settings, update_time}` */
  parameters: z.record(z.string(), z.unknown()),
  /** The command is void after this time (epoch milliseconds). */
  expires_at_ms: z.number().int(),
})
export type DeviceCommand = z.output<typeof DeviceCommand>

export const deviceReports = {
  report: endpoint
    .post('/device/report', 'sender', 'A station or phone reports what it hears and where it is.')
    .takes(DeviceReport)
    .answers(z.object({ stored: z.number().int(), repeated: z.number().int(), unknown: z.number().int() })),
  /** Basic auth. Each command is delivered once; over MQTT on `whereabouts/{sender_id}/down`. */
  commands: endpoint
    .get('/device/commands', 'sender', 'What a sender shall do next.')
    .answers(z.object({ commands: z.array(DeviceCommand) })),
}
