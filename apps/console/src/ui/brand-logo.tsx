/** The brand's logo, never larger than its slot. Source: G66. */
import type { Config } from '@whereabouts/contract/config'
import { brands } from '../theme/brands.tsx'

export function BrandLogo({ brand }: { brand: Config['brand'] }) {
  const { Logo, maxSize } = brands[brand]
  const [maxWidth, maxHeight] = maxSize
  return (
    <span style={{ maxWidth, maxHeight, display: 'block', lineHeight: 0 }}>
      <Logo />
    </span>
  )
}
