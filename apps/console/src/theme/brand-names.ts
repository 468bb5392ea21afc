/** What each brand is called, for pages and for what is installed of them. Source: G66. */
import type { Config } from '@whereabouts/contract/config'

export interface BrandNames {
  /** Of the console. */
  readonly title: string
  readonly name: string
}

export const brandNames: Readonly<Record<Config['brand'], BrandNames>> = {
  default: { title: 'Admin Console', name: 'Whereabouts' },
  harbor: { title: 'Harbor Console', name: 'Harbor' },
  meadow: { title: 'Meadow Console', name: 'Meadow Care' },
  summit: { title: 'Summit Console', name: 'Summit' },
}
