/** The logo of the page: the account's own, else the brand's, never larger than the brand's slot. Source: G66, G67. */
import type { Config } from '@whereabouts/contract/config'
import { brands } from '../theme/brands.tsx'

export function BrandLogo({ brand, customLogo = '' }: { brand: Config['brand']; customLogo?: string | undefined }) {
  const { Logo, maxSize } = brands[brand]
  const [maxWidth, maxHeight] = maxSize
  if (customLogo !== '') return <img src={customLogo} alt="" style={{ maxWidth, maxHeight, display: 'block' }} />
  return (
    <span style={{ maxWidth, maxHeight, display: 'block', lineHeight: 0 }}>
      <Logo />
    </span>
  )
}
