/** The default brand and the three others. One is chosen by the server's settings. Source: G66, G68. */
import type { Config } from '@whereabouts/contract/config'
import { HarborLogo, MeadowLogo, SummitLogo, WhereaboutsLogo } from './logos.tsx'

interface Brand {
  readonly title: string
  readonly name: string
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
    title: 'Admin Console',
    name: 'Whereabouts',
    Logo: WhereaboutsLogo,
    maxSize: [103, 50],
    providerUrl: PROVIDER_URL,
  },
  harbor: {
    title: 'Harbor Console',
    name: 'Harbor',
    Logo: HarborLogo,
    maxSize: [103, 50],
    providerUrl: 'https://harbor.example/',
  },
  meadow: {
    title: 'Meadow Console',
    name: 'Meadow Care',
    Logo: MeadowLogo,
    maxSize: [122, 45],
    providerUrl: 'https://meadow.example/',
    tagline: ['Know where care is needed.', '隨時掌握照護所在。', '必要なとき、必要な場所がわかる。'],
  },
  summit: {
    title: 'Summit Console',
    name: 'Summit',
    Logo: SummitLogo,
    maxSize: [122, 45],
    providerUrl: 'https://summit.example/',
  },
}
