/** Services people may sign in by, and the verification of their id tokens. Source: G24; security rules 7, 26. */
import { createHash } from 'node:crypto'
import type { Provider } from '@whereabouts/contract/auth'
import type { Config } from '@whereabouts/contract/config'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { askOutside } from '../../platform/net/outbound.ts'
import { refuse } from '../../platform/refusal.ts'

type Offer = Config['providers'][number]

export interface ProviderDescription extends Omit<Offer, 'client_id'> {
  /** The issuers it signs by; people are stored by the first. */
  readonly issuers: readonly [string, ...string[]]
  readonly keys_url: string
}

/** As the services publish them under `/.well-known/openid-configuration`. */
export const PROVIDER_DESCRIPTIONS: readonly ProviderDescription[] = [
  {
    provider: 'google',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    keys_url: 'https://www.googleapis.com/oauth2/v3/certs',
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    response_type: 'id_token',
    scope: 'openid email profile',
    response_mode: 'fragment',
  },
  {
    provider: 'apple',
    issuers: ['https://appleid.apple.com'],
    keys_url: 'https://appleid.apple.com/auth/keys',
    authorize_url: 'https://appleid.apple.com/auth/authorize',
    response_type: 'code id_token',
    scope: 'openid email name',
    // Who asks for e-mail or name gets no other way.
    response_mode: 'form_post',
  },
  {
    provider: 'facebook',
    issuers: ['https://www.facebook.com'],
    keys_url: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    authorize_url: 'https://www.facebook.com/dialog/oauth',
    response_type: 'id_token',
    scope: 'openid email public_profile',
    response_mode: 'fragment',
  },
]

/** A token belongs to a sign-in in progress: an older one (s) is refused, whatever its own expiry. */
const MAX_AGE_SECONDS = 600
/** Clocks may differ by this much (s). */
const TOLERANCE_SECONDS = 30

const Claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  iat: z.number(),
  email: z.string().optional().catch(undefined),
  /** Apple sends it as text. */
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional().catch(undefined),
})

/** The person a service names: the key is `issuer` and `subject`, never the e-mail. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  /** Distinguishes a used token from a new one. */
  readonly tokenHash: Buffer
  /** When (epoch ms) the token becomes too old. */
  readonly refusedFromMs: number
}

export interface Providers {
  /** The services with a client id here. */
  readonly offers: readonly Offer[]
  /**
   * The person of an id token that is genuine, meant for us and for this nonce, and recent. Refuses any other with 401102, a
   * service without a client id here with 501001, and with 500001 (info `provider`) when the service's keys cannot be fetched.
   * The caller checks whether the token was used before.
   */
  identify(provider: Provider, proof: { id_token: string; nonce: string }): Promise<Identity>
}

/** The service's keys cannot be fetched. */
class ProviderAway extends Error {}

/** Faults of the token, not of the service. */
const FAULTS_OF_TOKENS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JOSEAlgNotAllowed,
]

function keysOf({ keys_url }: ProviderDescription): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(keys_url), {
    [customFetch]: async (url, { headers }) => {
      const { status, body } = await askOutside(url, { headers })
      return new Response(body, { status })
    },
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (FAULTS_OF_TOKENS.some((fault) => error instanceof fault)) throw error
      throw new ProviderAway((error as Error).message, { cause: error })
    }
  }
}

/** The signed part. The signature itself can be written in more ways than one. */
const hashOfSigned = (idToken: string): Buffer =>
  createHash('sha256')
    .update(idToken.slice(0, idToken.lastIndexOf('.')))
    .digest()

export function createProviders({
  clientIds,
  descriptions,
  clock,
  log,
}: {
  clientIds: { readonly [Name in Provider]: string | undefined }
  descriptions: readonly ProviderDescription[]
  clock: Clock
  log: Log
}): Providers {
  const known = descriptions.flatMap((description) => {
    const client_id = clientIds[description.provider]
    return client_id === undefined ? [] : [{ description, client_id, keys: keysOf(description) }]
  })

  return {
    offers: known.map(({ description: { issuers: _issuers, keys_url: _keys, ...offer }, client_id }) => ({
      ...offer,
      client_id,
    })),

    async identify(provider, { id_token, nonce }) {
      const service = known.find(({ description }) => description.provider === provider)
      if (service === undefined) throw refuse('notImplemented')
      const { description, client_id, keys } = service
      try {
        const { payload } = await jwtVerify(id_token, keys, {
          algorithms: ['RS256', 'ES256'],
          issuer: [...description.issuers],
          audience: client_id,
          requiredClaims: ['exp', 'sub', 'nonce'],
          maxTokenAge: MAX_AGE_SECONDS,
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: new Date(clock.now()),
        })
        const claims = Claims.safeParse(payload).data
        const isForUsAlone = [payload.aud].flat().every((audience) => audience === client_id)
        if (claims === undefined || claims.nonce !== nonce || !isForUsAlone) throw refuse('invalidToken')
        return {
          issuer: description.issuers[0],
          subject: claims.sub,
          email: claims.email,
          isEmailVerified: claims.email_verified,
          name: claims.name,
          tokenHash: hashOfSigned(id_token),
          refusedFromMs: (claims.iat + MAX_AGE_SECONDS + TOLERANCE_SECONDS) * 1000,
        }
      } catch (error) {
        if (error instanceof errors.JOSEError) throw refuse('invalidToken')
        if (!(error instanceof ProviderAway)) throw error
        log.warn(
          { provider, reason: error.message },
          'Failed to fetch the keys of a sign-in service; this sign-in is refused',
        )
        throw refuse('serverError', { info: 'provider' })
      }
    },
  }
}
