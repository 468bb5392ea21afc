/** The setup of a sender: its password, which is answered once and stored nowhere, and the addresses it reports to. */
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { isHardwareKind, upTopic } from '@whereabouts/domain/senders'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../../context.ts'

type Handed = z.output<typeof CredentialWithPassword>

/** The whole credential, as in its one answer. Source: G85. */
export const handOver = (
  app: Pick<App, 'settings' | 'origin' | 'mqttUrl' | 'hardwarePorts'>,
  credential: Pick<Handed, 'sender_id' | 'kind' | 'password'>,
  request?: FastifyRequest,
): Handed => ({
  ...credential,
  ...addresses(app, request),
  topic: upTopic(credential.sender_id),
  tcp_port: isHardwareKind(credential.kind) ? (app.hardwarePorts()[credential.kind] ?? null) : null,
})

/**
 * PUBLIC_URL, else the address by which the caller itself reached the server, which only that caller gets: for a server that
 * listens everywhere and knows no name, `localhost` would lead a phone nowhere.
 */
function addresses(app: Pick<App, 'settings' | 'origin' | 'mqttUrl'>, request: FastifyRequest | undefined) {
  const reached = request && `${request.protocol}://${request.host}`
  const usual = { url: app.origin(), mqtt_url: app.mqttUrl() }
  if (app.settings.publicUrl !== undefined || reached === undefined || !URL.canParse(reached)) return usual
  const { origin, hostname } = new URL(reached)
  const { protocol, port } = new URL(usual.mqtt_url)
  return { url: origin, mqtt_url: `${protocol}//${hostname}:${port}` }
}
