/**
 * A sign-in service on this machine that speaks OpenID Connect as the big ones do: keys that rotate, signed tokens, and
 * the page that asks people whether they want to go on. It signs by `node:crypto`, so that the library that checks tokens
 * is not the one that made them.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderDescription } from '../../apps/server/src/features/auth/providers.ts'

type Algorithm = 'RS256' | 'ES256'

export interface SigningKey {
  readonly kid: string
  readonly alg: Algorithm
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export function makeSigningKey(alg: Algorithm = 'RS256', kid: string = randomUUID()): SigningKey {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, alg, ...pair }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JWT of these claims; `signature` makes one that a service would not. */
export function signToken(
  claims: object,
  { kid, alg, privateKey }: SigningKey,
  header: object = {},
  signature = (input: Buffer) => sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
): string {
  const input = `${encode({ alg, kid, typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${signature(Buffer.from(input)).toString('base64url')}`
}

/** Who sits at the browser, as the service knows them. */
interface ServicePerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean | 'true' | 'false'
  readonly name?: string
}

export interface OpenidProvider {
  readonly origin: string
  readonly clientId: string
  /** For `createApp({ providers })`. */
  readonly description: ProviderDescription
  /** Who says yes on the page next. */
  person: ServicePerson
  /** The only address people are sent back to; any, while undefined. */
  redirectUri: string | undefined
  /** Those it publishes; the first signs. */
  readonly keys: SigningKey[]
  /** How often it was asked for its keys. */
  readonly keyRequests: number
  /** Answers instead of the keys, while set. */
  answerKeys: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Signs by a new key from now on and forgets the old one. */
  rotateKeys(alg?: Algorithm): void
  /** What the service says of its person to this client, now; claims given here win, undefined ones are left out. */
  claims(nonce: string, changed?: object): object
  /** Those claims, signed. */
  idToken(nonce: string, changed?: object): string
  close(): Promise<void>
}

interface ProviderSettings {
  readonly provider?: ProviderDescription['provider']
  readonly clientId?: string
  readonly person?: ServicePerson
  /** Epoch milliseconds; the machine's own unless given. */
  readonly now?: () => number
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`

const hidden = (fields: URLSearchParams): string =>
  [...fields].map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`).join('')

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/** Starts one service on a free port of 127.0.0.1. Apple's answers by a form, the others' by the fragment. */
export async function startOpenidProvider({
  provider = 'google',
  clientId = 'whereabouts-tests',
  person = { sub: 'person-1', email: 'person.one@example.com', email_verified: true, name: 'Person One' },
  now = () => Date.now(),
}: ProviderSettings = {}): Promise<OpenidProvider> {
  const keys = [makeSigningKey()]
  let keyRequests = 0

  const publishKeys = (response: ServerResponse) => {
    const jwks = keys.map(({ kid, alg, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg,
      use: 'sig',
    }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: jwks }))
  }

  /** The page, then the way back: with a token for a yes, with an error for a no. */
  const authorize = async (url: URL, request: IncomingMessage, response: ServerResponse) => {
    const asked = url.searchParams
    const back = asked.get('redirect_uri') ?? ''
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const wrong = [
      asked.get('client_id') !== clientId && 'client_id',
      (back === '' || (service.redirectUri !== undefined && back !== service.redirectUri)) && 'redirect_uri',
      asked.get('response_type') !== service.description.response_type && 'response_type',
      asked.get('response_mode') !== service.description.response_mode && 'response_mode',
      !(asked.get('scope') ?? '').split(' ').includes('openid') && 'scope',
      (asked.get('state') ?? '') === '' && 'state',
      (asked.get('nonce') ?? '') === '' && 'nonce',
    ].filter((name) => name !== false)
    if (wrong.length > 0) {
      response.statusCode = 400
      return response.end(page('This request is wrong', `<p>${wrong.join(', ')}</p>`))
    }
    if (request.method === 'GET') {
      return response.end(
        page(
          'Sign in to continue',
          `<p>${escapeHtml(service.person.email ?? service.person.sub)}</p><form method="post">
            <button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form>`,
        ),
      )
    }
    const isYes = (await readForm(request)).get('answer') === 'yes'
    const answer = new URLSearchParams(
      isYes
        ? {
            ...(service.description.response_type === 'code id_token' ? { code: randomUUID() } : {}),
            id_token: service.idToken(asked.get('nonce') ?? ''),
          }
        : { error: provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied' },
    )
    answer.set('state', asked.get('state') ?? '')
    if (service.description.response_mode === 'fragment') {
      return response.writeHead(303, { location: `${back}#${answer}` }).end()
    }
    return response.end(
      page(
        'Going back',
        `<form method="post" action="${escapeHtml(back)}">${hidden(answer)}</form><script>document.forms[0].submit()</script>`,
      ),
    )
  }

  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    if (url.pathname === '/keys') {
      keyRequests += 1
      if (service.answerKeys === undefined) publishKeys(response)
      else service.answerKeys(request, response)
    } else if (url.pathname === '/authorize') {
      authorize(url, request, response).catch((error: Error) => response.destroy(error))
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const isApple = provider === 'apple'
  const service: OpenidProvider = {
    origin,
    clientId,
    description: {
      provider,
      issuers: [origin],
      keys_url: `${origin}/keys`,
      authorize_url: `${origin}/authorize`,
      response_type: isApple ? 'code id_token' : 'id_token',
      scope: 'openid email',
      response_mode: isApple ? 'form_post' : 'fragment',
    },
    person,
    redirectUri: undefined,
    keys,
    get keyRequests() {
      return keyRequests
    },
    answerKeys: undefined,
    rotateKeys(alg) {
      keys.splice(0, keys.length, makeSigningKey(alg))
    },
    claims(nonce, changed = {}) {
      const iat = Math.floor(now() / 1000)
      return { iss: origin, aud: clientId, iat, exp: iat + 3600, nonce, ...service.person, ...changed }
    },
    idToken: (nonce, changed) => signToken(service.claims(nonce, changed), keys[0]!),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return service
}
