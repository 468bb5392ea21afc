/** Our own report, over HTTP and MQTT alike; the contract has validated its body. Source: G09. */
import type { Observation, ObservationItem } from '@whereabouts/domain/observations'
import type { GeoPosition } from '@whereabouts/domain/positions'
import { MAX_ADVERT } from './ad-structures.ts'
import { type KeyOf, readAdvertisement } from './advertisement.ts'
import { hexBytes } from './bytes.ts'
import type { AddressKind } from './radio-identity.ts'
import { type HeardTag, mergeHeard, type Settle, tagSighting } from './tag.ts'
import { macOf, rssiDbm } from './values.ts'

/** One tracker as a station or phone heard it. */
interface NativeScan {
  readonly device_id: string
  /** dBm; 0 and 127: not measured. */
  readonly rssi: number
  readonly connected?: boolean | undefined
  /** Percent. */
  readonly battery?: number | undefined
  readonly firmware?: string | undefined
  readonly moving?: boolean | undefined
  readonly steps?: number | undefined
  /** Degrees Celsius. */
  readonly temperature?: number | undefined
  /** Percent, relative. */
  readonly humidity?: number | undefined
  readonly help?: boolean | undefined
  /** Epoch seconds. */
  readonly settings_time?: number | undefined
  readonly ota?: 'running' | 'done' | 'failed' | undefined
  /** Hex digits; of whatever length and kind. */
  readonly advertisement?: string | undefined
  readonly scan_response?: string | undefined
  readonly address_type?: AddressKind | undefined
}

/** The contract's `DeviceReport` without the key, which authentication uses. */
export interface NativeReport {
  readonly seq: number
  /** Epoch milliseconds. */
  readonly scanned_at_ms: number
  /** WGS 84 degrees. */
  readonly gps_latitude?: number | undefined
  readonly gps_longitude?: number | undefined
  /** Metres. */
  readonly gps_accuracy?: number | undefined
  readonly battery?: number | undefined
  readonly moving?: boolean | undefined
  readonly help?: boolean | undefined
  /** Degrees clockwise from north. */
  readonly heading?: number | undefined
  readonly firmware?: string | undefined
  readonly ip?: string | undefined
  readonly wifi_ssid?: string | undefined
  readonly platform?: 'ios' | 'android' | undefined
  readonly scans: readonly NativeScan[]
}

function reportedPosition({ gps_latitude, gps_longitude }: NativeReport): GeoPosition | undefined {
  if (gps_latitude === undefined || gps_longitude === undefined) return undefined
  return { latitude: gps_latitude, longitude: gps_longitude }
}

const ownItem = (
  report: NativeReport,
  sender: 'station' | 'phone',
  position: GeoPosition | undefined,
): ObservationItem =>
  sender === 'station'
    ? { kind: 'status', online: true, firmware: report.firmware, ip: report.ip, wifiSsid: report.wifi_ssid }
    : {
        kind: 'location',
        position,
        accuracyMetres: report.gps_accuracy,
        platform: report.platform,
        batteryPercent: report.battery,
        moving: report.moving,
        help: report.help,
        headingDegrees: report.heading,
        firmware: report.firmware,
      }

const NOTHING = new Uint8Array()

/** The tag of a scan that carries an advertisement; undefined: it carries none, or none with an identity. */
function heardTag(scan: NativeScan, keyOf: KeyOf | undefined): HeardTag | undefined {
  if (scan.advertisement === undefined) return undefined
  const advert = hexBytes(scan.advertisement, MAX_ADVERT)
  if (advert === undefined) return undefined
  const response = hexBytes(scan.scan_response ?? '', MAX_ADVERT) ?? NOTHING
  const tag = readAdvertisement(advert, response, { mac: macOf(scan.device_id), addressKind: scan.address_type, keyOf })
  return tag && { tag, rssiDbm: rssiDbm(scan.rssi) }
}

interface Reading {
  /** Finds the key of an encrypted tag. */
  readonly keyOf?: KeyOf | undefined
  /** May change tags first. */
  readonly settle?: Settle | undefined
  /** A broker kept it. */
  readonly isKept?: boolean | undefined
}

/**
 * The sender itself first, then the devices it heard by their ids, then each tag once, however many advertisements of it there
 * are. `sender` comes from the credential, never from the body (G85). `seq` is the sender's own number, as text.
 */
export function nativeObservation(
  report: NativeReport,
  sender: 'station' | 'phone',
  { keyOf, settle = (tag) => tag, isKept }: Reading = {},
): Observation {
  const position = reportedPosition(report)
  const items: ObservationItem[] = [ownItem(report, sender, position)]
  const tags: HeardTag[] = []
  for (const scan of report.scans) {
    const heard = heardTag(scan, keyOf)
    if (heard !== undefined) {
      tags.push({ ...heard, tag: settle(heard.tag) })
      continue
    }
    const readings = {
      identity: scan.device_id,
      batteryPercent: scan.battery,
      firmware: scan.firmware,
      moving: scan.moving,
      steps: scan.steps,
      temperatureCelsius: scan.temperature,
      humidityPercent: scan.humidity,
      help: scan.help,
    }
    const heardDbm = rssiDbm(scan.rssi)
    if (heardDbm === undefined) {
      items.push({ kind: 'reading', ...readings })
      continue
    }
    const { connected, settings_time: settingsTime, ota: upgrade } = scan
    items.push({ kind: 'sighting', ...readings, rssiDbm: heardDbm, connected, settingsTime, upgrade })
  }
  for (const heard of mergeHeard(tags)) {
    const sighting = tagSighting(heard)
    if (sighting !== undefined) items.push(sighting)
  }
  return { scannedAtMs: report.scanned_at_ms, isKept, seq: String(report.seq), senderPosition: position, items }
}
