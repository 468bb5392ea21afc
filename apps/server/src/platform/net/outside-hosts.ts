/**
 * Hosts that people of an account name, and that the server calls: public ones by https, and those in the operator's PRIVATE_ADDRESSES,
 * by http too. Redirects are not followed, and of an answer only the status counts. Source: security rule 26; decision 0059.
 */
import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { addressList, isPublicAddress, isSomewhere, lookUpWhere, PrivateAddress } from './public-addresses.ts'

/** A slow host is asked again later. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024
/** Most connections to one host. */
const MAX_CONNECTIONS = 8

/** Why a call brought no answer. */
type OutsideFault = 'no_answer' | 'no_host' | 'private_address' | 'certificate'

interface OutsideAnswer {
  readonly status: number
  /** As received; undefined: none. */
  readonly retryAfter: string | undefined
}

/** The name or address of a host without the brackets of URLs. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export class OutsideHosts {
  readonly #isNamed: (address: string) => boolean
  readonly #hasNamed: boolean
  readonly #https: HttpsAgent
  readonly #http: HttpAgent

  /** `ranges`: addresses in private networks that may be called, as the operator writes them; what is nowhere in them stays so. */
  constructor(ranges: readonly string[], resolve: typeof lookup = lookup) {
    const isNamed = addressList(ranges)
    this.#isNamed = (address) => isNamed(address) && isSomewhere(address)
    this.#hasNamed = ranges.length > 0
    const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
    this.#https = new HttpsAgent({ ...settings, lookup: lookUpWhere((address) => this.#isAllowed(address), resolve) })
    this.#http = new HttpAgent({ ...settings, lookup: lookUpWhere(this.#isNamed, resolve) })
  }

  #isAllowed(address: string): boolean {
    return isPublicAddress(address) || this.#isNamed(address)
  }

  /** What is wrong with an address as it is written; where its name leads is found out when it is called. Undefined: nothing. */
  faultOf(url: URL): 'https' | 'private' | undefined {
    const host = hostOf(url)
    if (isIP(host) !== 0 && !this.#isAllowed(host)) return 'private'
    if (url.protocol === 'https:') return undefined
    return url.protocol === 'http:' && (isIP(host) === 0 ? this.#hasNamed : this.#isNamed(host)) ? undefined : 'https'
  }

  /** Posts and answers the status, or why there is none. */
  post(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<OutsideAnswer | OutsideFault> {
    const url = new URL(address)
    // No name is looked up for what is an address already, and settings may have changed since it was saved.
    if (this.faultOf(url) !== undefined) return Promise.resolve('private_address')
    const isSecure = url.protocol === 'https:'
    return new Promise((resolve) => {
      const asked = (isSecure ? requestHttps : requestHttp)(
        url,
        {
          method: 'POST',
          agent: isSecure ? this.#https : this.#http,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const { statusCode: status = 0, headers } = response
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MAX_BYTES) response.destroy()
          })
          // The status is enough; a body that breaks off does not matter.
          response.on('error', () => {})
          resolve({ status, retryAfter: headers['retry-after'] })
        },
      )
      asked.on('error', (error) => resolve(faultOfError(error)))
      asked.end(body)
    })
  }

  close(): void {
    this.#https.destroy()
    this.#http.destroy()
  }
}

function faultOfError(error: Error & { code?: string }): OutsideFault {
  if (error instanceof PrivateAddress) return 'private_address'
  const { code = '' } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host'
  return /CERT|SIGNATURE|ALTNAME|ISSUER|^ERR_(SSL|TLS)/.test(code) ? 'certificate' : 'no_answer'
}
