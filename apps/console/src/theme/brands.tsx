/** The default brand and the three others. One is chosen by the server's settings. Source: G66, G68. */
import type { Config } from '@whereabouts/contract/config'
import { type BrandNames, brandNames } from './brand-names.ts'
import { HarborLogo, MeadowLogo, SummitLogo, WhereaboutsLogo } from './logos.tsx'

interface Brand extends BrandNames {
  readonly Logo: () => React.ReactNode
  /** Most pixels the logo may take, width by height. */
  readonly maxSize: readonly [width: number, height: number]
  readonly providerUrl: string
  /** Shown beside the logo of the sign-in page, in English, Traditional Chinese and Japanese. */
  readonly tagline?: readonly [enUs: string, zhTw: string, jaJp: string]
}

const PROVIDER_URL = 'https://whereabouts.example/'

export const brands: Record<Config['brand'], Brand> = {
  default: {
    ...brandNames.default,
    Logo: WhereaboutsLogo,
    maxSize: [103, 50],
    providerUrl: PROVIDER_URL,
  },
  harbor: {
    ...brandNames.harbor,
    Logo: HarborLogo,
    maxSize: [103, 50],
    providerUrl: 'https://harbor.example/',
  },
  meadow: {
    ...brandNames.meadow,
    Logo: MeadowLogo,
    maxSize: [122, 45],
    providerUrl: 'https://meadow.example/',
    tagline: ['Know where care is needed.', '隨時掌握照護所在。', '必要なとき、必要な場所がわかる。'],
  },
  summit: {
    ...brandNames.summit,
    Logo: SummitLogo,
    maxSize: [122, 45],
    providerUrl: 'https://summit.example/',
  },
}
