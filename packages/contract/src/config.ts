/** What a console needs to know before anybody signs in. Source: G24, G38, G66. */
import { z } from 'zod'
import { PROVIDERS } from './auth.ts'
import { endpoint } from './kit.ts'

export const BRAND_KEYS = ['default', 'harbor', 'meadow', 'summit'] as const

export const Config = z.object({
  /** Sign-in services the server has keys for, with the address where each signs people in. */
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      client_id: z.string(),
      authorize_url: z.string(),
      /** Response types to ask each for; Apple gives no `id_token` without a `code`, which is not used. */
      response_type: z.enum(['id_token', 'code id_token']),
      scope: z.string(),
      /** How the answer comes back: in the fragment of /signin-return, or posted there as a form. */
      response_mode: z.enum(['fragment', 'form_post']),
    }),
  ),
  /** Whether strangers may make an account. */
  signup: z.boolean(),
  brand: z.enum(BRAND_KEYS),
  /** Address of a MapLibre style or an XYZ tile template; '' means the embedded world map. */
  map_style_url: z.string(),
  /** The key by which browsers subscribe to Web Push of this server, in base64url. */
  vapid_public_key: z.string(),
  /** True in the demo: the sign-in page then offers the demo's sign-ins. */
  demo: z.boolean(),
})
export type Config = z.output<typeof Config>

export const config = {
  get: endpoint.get('/app/config', 'public', 'Public settings of this server.').answers(Config),
}
