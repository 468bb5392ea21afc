/** Where people reach this server. */
import { isIPv6 } from 'node:net'
import type { Settings } from './settings.ts'

/** Hosts that mean every address of the machine, so none of them is a usable address. */
const ANY_HOST = new Set(['0.0.0.0', '::'])

/**
 * The origin of links in mails and printed addresses: PUBLIC_URL, else this machine at `port`; never what a request says
 * (security rule 9). Without a final slash.
 */
export function originOf(settings: Pick<Settings, 'publicUrl' | 'tls' | 'host'>, port: number): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const host = ANY_HOST.has(settings.host) ? 'localhost' : settings.host
  return `${settings.tls === undefined ? 'http' : 'https'}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Address of the MQTT port for senders: the host of the origin, at `mqttPort`. */
export const mqttUrlOf = (settings: Pick<Settings, 'tls'>, origin: string, mqttPort: number): string =>
  `${settings.tls === undefined ? 'mqtt' : 'mqtts'}://${new URL(origin).hostname}:${mqttPort}`
