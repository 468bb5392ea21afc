/** The setup of a sender: its password, which is answered once and stored nowhere, and the addresses it reports to. */
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { isHardwareKind, upTopic } from '@whereabouts/domain/senders'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import { hostInUrl } from '../../platform/http/origin.ts'
import { isLoopback } from '../../platform/net/network.ts'

type Handed = z.output<typeof CredentialWithPassword>

type Deps = Pick<App, 'settings' | 'origin' | 'mqttUrl' | 'hardwarePorts' | 'ownAddresses'>

/** The whole credential, as in its one answer. Source: G85. */
export const handOver = (
  app: Deps,
  credential: Pick<Handed, 'sender_id' | 'kind' | 'password'>,
  request?: FastifyRequest,
): Handed => ({
  ...credential,
  ...usualAddress(app, request),
  topic: upTopic(credential.sender_id),
  tcp_port: isHardwareKind(credential.kind) ? (app.hardwarePorts()[credential.kind] ?? null) : null,
  addresses: addressesFor(app, request),
})

interface Address {
  readonly url: string
  readonly mqtt_url: string
}

/**
 * PUBLIC_URL, else the address by which the caller itself reached the server, which only that caller gets: for a server that
 * listens everywhere and knows no name, `localhost` would lead a phone nowhere.
 */
function usualAddress(app: Deps, request: FastifyRequest | undefined): Address {
  return reachedBy(app, request) ?? { url: app.origin(), mqtt_url: app.mqttUrl() }
}

/** By which other machines may reach the server, the likeliest first. Source: contract credentials. */
function addressesFor(app: Deps, request: FastifyRequest | undefined): Address[] {
  const usual = { url: app.origin(), mqtt_url: app.mqttUrl() }
  if (app.settings.publicUrl !== undefined) return [usual]
  const { protocol, port } = new URL(usual.url)
  const own = app.ownAddresses().map((host) => {
    const url = `${protocol}//${hostInUrl(host)}${port === '' ? '' : `:${port}`}`
    return { url, mqtt_url: mqttAt(app, new URL(url).hostname) }
  })
  const reached = reachedBy(app, request)
  const isUseful = reached !== undefined && !isLoopback(new URL(reached.url).hostname.replace(/^\[|\]$/g, ''))
  return [...(isUseful ? [reached] : []), ...own].filter(
    ({ url }, index, all) => all.findIndex((other) => other.url === url) === index,
  )
}

/** Undefined where PUBLIC_URL says more, or there is no request that says anything. */
function reachedBy(app: Deps, request: FastifyRequest | undefined): Address | undefined {
  const reached = request && `${request.protocol}://${request.host}`
  if (app.settings.publicUrl !== undefined || reached === undefined || !URL.canParse(reached)) return undefined
  const { origin, hostname } = new URL(reached)
  return { url: origin, mqtt_url: mqttAt(app, hostname) }
}

function mqttAt(app: Deps, hostname: string): string {
  const { protocol, port } = new URL(app.mqttUrl())
  return `${protocol}//${hostname}:${port}`
}
