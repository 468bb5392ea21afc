/**
 * What is typed, scanned and done to set up a sender, by what it speaks. Pure. Links carry the password, as these apps want
 * it: they are drawn and copied in the browser, and never an address of ours. Source: wire formats §1.7, §2.3, §3, §4, §5, §6, §7.
 */
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { type CredentialKind, IMEI, isHardwareKind, SENDER_ID } from '@whereabouts/domain/senders'
import type { MessageId } from '../../locales/ids.ts'

export type Kind = CredentialKind
/** A way to report that can be shown step by step. */
export type Guide = Exclude<Kind, 'any'>

/** In the order people look for them: what is quickest first. */
export const GUIDES = [
  'owntracks',
  'osmand',
  'espresense',
  'theengs',
  'shelly',
  'ruuvi',
  'thethings',
  'chirpstack',
  'meshtastic',
  'teltonika',
  'gt06',
  'native',
  'reader',
] as const satisfies readonly Guide[]
export const KINDS: readonly [Kind, ...Kind[]] = [...GUIDES, 'any']

/** A phone reports often enough to be followed, and sleeps enough to last the day (s). */
const TRACCAR_INTERVAL_S = 60

/** GPS hardware is named by its IMEI, as it knows nothing else to say of itself. */
export const isSenderName = (name: string, kind: Kind = 'any'): boolean =>
  isHardwareKind(kind) ? IMEI.test(name) : SENDER_ID.test(name)

interface Fact {
  readonly label: MessageId
  readonly value: string
}

interface Setup {
  readonly facts: readonly Fact[]
  readonly steps: readonly MessageId[]
  /** For the app to scan. */
  readonly scan?: string
  /** Whether a phone that shows this page can open it with a touch. */
  readonly opensApp?: boolean
  readonly hasScript?: boolean
}

const STEPS = {
  owntracks: ['setup.owntracks.1', 'setup.owntracks.2', 'setup.owntracks.3', 'setup.owntracks.4'],
  osmand: ['setup.osmand.1', 'setup.osmand.2', 'setup.osmand.3', 'setup.osmand.4'],
  espresense: ['setup.espresense.1', 'setup.espresense.2', 'setup.espresense.3'],
  theengs: ['setup.theengs.1', 'setup.theengs.2', 'setup.theengs.3'],
  shelly: ['setup.shelly.1', 'setup.shelly.2', 'setup.shelly.3', 'setup.shelly.4'],
  ruuvi: ['setup.ruuvi.1', 'setup.ruuvi.2', 'setup.ruuvi.3'],
  thethings: ['setup.thethings.1', 'setup.thethings.2', 'setup.lorawan'],
  chirpstack: ['setup.chirpstack.1', 'setup.chirpstack.2', 'setup.lorawan'],
  meshtastic: ['setup.meshtastic.1', 'setup.meshtastic.2', 'setup.meshtastic.3'],
  teltonika: ['setup.teltonika.1', 'setup.hardware.port', 'setup.hardware.first'],
  gt06: ['setup.gt06.1', 'setup.hardware.port', 'setup.hardware.first'],
  native: ['setup.native.1', 'setup.native.2', 'setup.native.3'],
  reader: ['setup.reader.1', 'setup.reader.2', 'setup.reader.3'],
} as const satisfies Record<Guide, readonly MessageId[]>

/** Everything that is needed to set up a sender this way. */
export function setupOf(guide: Guide, sender: Omit<CredentialWithPassword, 'kind' | 'addresses'>): Setup {
  const steps = STEPS[guide]
  const { sender_id: id, password, url } = sender
  const user: Fact[] = [
    { label: 'setup.user', value: id },
    { label: 'setup.password', value: password },
  ]
  switch (guide) {
    case 'owntracks': {
      const address = `${url}/gateway/owntracks`
      const scan = owntracksLink(address, id, password)
      return { steps, scan, opensApp: true, facts: [{ label: 'setup.serverUrl', value: address }, ...user] }
    }
    case 'osmand': {
      const address = `${url}/gateway/osmand/${encodeURIComponent(password)}`
      const facts: Fact[] = [
        { label: 'setup.serverUrl', value: address },
        { label: 'setup.deviceId', value: id },
      ]
      const settings = new URLSearchParams({ id, interval: String(TRACCAR_INTERVAL_S) })
      return { steps, scan: `${address}?${settings}`, facts }
    }
    case 'native':
      return {
        steps,
        facts: [
          { label: 'setup.serverUrl', value: `${url}/v3/device/report` },
          { label: 'setup.mqtt', value: sender.mqtt_url },
          { label: 'setup.topic', value: sender.topic },
          ...user,
        ],
      }
    case 'ruuvi':
    case 'thethings':
      return { steps, facts: [{ label: 'setup.serverUrl', value: `${url}/gateway/${guide}` }, ...user] }
    case 'chirpstack': {
      const facts: Fact[] = [
        { label: 'setup.serverUrl', value: `${url}/gateway/chirpstack` },
        { label: 'setup.header', value: `Authorization: Bearer ${password}` },
      ]
      return { steps, facts }
    }
    case 'teltonika':
    case 'gt06': {
      const { hostname } = new URL(url)
      const port = sender.tcp_port === null ? '–' : String(sender.tcp_port)
      const facts: Fact[] = [
        { label: 'setup.server', value: hostname },
        { label: 'setup.port', value: port },
      ]
      const isAddress = /^[\d.]+$/.test(hostname)
      const order = `SERVER,${isAddress ? 0 : 1},${hostname},${port},0#`
      return { steps, facts: guide === 'gt06' ? [...facts, { label: 'setup.sms', value: order }] : facts }
    }
    case 'shelly': {
      const { host, isSecure } = broker(sender.mqtt_url)
      return { steps, hasScript: true, facts: [{ label: 'setup.server', value: host }, ...tls(isSecure), ...user] }
    }
    case 'espresense':
    case 'theengs':
    case 'meshtastic':
    case 'reader': {
      const { hostname, port, isSecure } = broker(sender.mqtt_url)
      const server: Fact[] = [
        { label: 'setup.server', value: hostname },
        { label: 'setup.port', value: port },
      ]
      return { steps, facts: [...server, ...tls(isSecure), ...user] }
    }
  }
}

const tls = (isSecure: boolean): Fact[] => (isSecure ? [{ label: 'setup.tls', value: 'setup.tlsOn' }] : [])

/** `mqtt://host:1883` in the parts that settings ask for one by one. */
function broker(mqttUrl: string): { host: string; hostname: string; port: string; isSecure: boolean } {
  const { protocol, host, hostname, port } = new URL(mqttUrl)
  return { host, hostname, port, isSecure: protocol === 'mqtts:' }
}

/** The app's own link to a configuration: HTTP mode, with its name and password. */
function owntracksLink(url: string, id: string, password: string): string {
  const configuration = {
    _type: 'configuration',
    mode: 3,
    url,
    auth: true,
    username: id,
    password,
    deviceId: id,
    tid: id.slice(-2),
    monitoring: 1,
  }
  // Base64 has a plus sign, which readers of addresses take for a space.
  return `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(configuration)))}`
}
