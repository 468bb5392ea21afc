/** What a console needs to know before anybody signs in. Source: decisions G24, G38, G66. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

export const BRAND_KEYS = ['default', 'harbor', 'meadow', 'summit'] as const

export const Config = z.object({
  /** Sign-in services the server has keys for. */
  providers: z.array(z.enum(['apple', 'facebook', 'google'])),
  brand: z.enum(BRAND_KEYS),
  /** Address of a MapLibre style or an XYZ tile template; '' means the embedded world map. */
  map_style_url: z.string(),
  /** True in the demo: the sign-in page then offers the demo's sign-ins. */
  demo: z.boolean(),
})
export type Config = z.output<typeof Config>

export const config = {
  get: endpoint.get('/app/config', 'Public settings of this server.').answers(Config),
}
