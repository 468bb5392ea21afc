import type { Config } from '@whereabouts/contract/config'
import type { Locale } from '@whereabouts/contract/locales'

/** Where the manifest of a brand in a language lies, below the root; by itself, as pages need no more of it. */
export const manifestPath = (brand: Config['brand'], locale: Locale): string =>
  `manifest/${brand}.${locale}.webmanifest`
