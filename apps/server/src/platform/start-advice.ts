/** What an operator should know at each start, as it is easily forgotten. Source: security rules 8, 40. */
import { isLoopback } from './net/network.ts'
import type { Settings } from './settings.ts'

/** A line each, none where nothing is to be said. */
export function startAdvice({ signUp, host, mqttHost, mqttTlsPort, tls, publicUrl }: Settings): string[] {
  const lines: string[] = []
  if (signUp !== 'off' && !isLoopback(host)) {
    lines.push(
      signUp === 'business'
        ? 'Anybody who reaches this server may make an account and use it (SIGN_UP=business). SIGN_UP=off keeps them out.'
        : 'Anybody who reaches this server may make an account, which gets no further than a page (SIGN_UP=consumer).',
    )
  }
  if (tls === undefined && !isLoopback(host)) {
    lines.push(
      publicUrl?.startsWith('https:')
        ? `It speaks clear text on ${host}: let nobody but your proxy reach its ports, MQTT_PORT too (HOST=127.0.0.1 where both are on this machine).`
        : `It speaks clear text on ${host}: passwords and positions can be read on the way. Set TLS_CERT and TLS_KEY, or put a proxy with TLS before it and its https address into PUBLIC_URL.`,
    )
  }
  if (tls !== undefined && mqttTlsPort !== undefined && !isLoopback(mqttHost)) {
    lines.push(
      `MQTT_PORT speaks clear text on ${mqttHost}: let nobody but the devices that need it reach it (MQTT_HOST=an inner address).`,
    )
  }
  return lines
}
