/** Where people reach this server. */
import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { isLoopback } from '../net/network.ts'
import type { Settings } from '../settings.ts'

/** Hosts that mean every address of the machine, so none of them is a usable address. */
const ANY_HOST = new Set(['0.0.0.0', '::'])

/**
 * The origin of links in mails and printed addresses: PUBLIC_URL, else this machine at `port`; never what a request says
 * (security rule 9). Without a final slash.
 */
export function originOf(settings: Pick<Settings, 'publicUrl' | 'tls' | 'host'>, port: number): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const host = ANY_HOST.has(settings.host) ? 'localhost' : settings.host
  return `${settings.tls === undefined ? 'http' : 'https'}://${hostInUrl(host)}:${port}`
}

/** Address of the MQTT port for senders: the host of the origin, at `mqttPort`. */
export const mqttUrlOf = (settings: Pick<Settings, 'tls'>, origin: string, mqttPort: number): string =>
  `${settings.tls === undefined ? 'mqtt' : 'mqtts'}://${new URL(origin).hostname}:${mqttPort}`

/** Interfaces that containers and virtual machines make: only what runs on this machine is behind them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|podman)/i

/**
 * Addresses by which other machines may reach one that listens at `host`: itself where that is one, else those of the interfaces,
 * IPv4 first, without those that only this machine has. None where it listens to itself alone.
 */
export function ownAddresses(
  host: string,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string[] {
  if (isLoopback(host)) return []
  if (!ANY_HOST.has(host)) return [host]
  const all = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, infos]) => infos ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    // Addresses of a link alone, which an interface gives itself where nobody gives it one.
    .filter((address) => !/^(169\.254\.|fe[89ab][0-9a-f]:)/i.test(address))
  const seen = [...new Set(all)]
  return [...seen.filter((address) => !isIPv6(address)), ...seen.filter((address) => isIPv6(address))]
}

/** A host as it stands in a URL. */
export const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
