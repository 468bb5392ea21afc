/** A Tabler outline icon in our stroke. Decoration: the control around it carries the name. */
import type { Icon } from '@tabler/icons-react'

interface GlyphProps {
  readonly icon: Icon
  readonly size?: number
  /** For the tick and the cross that say passed and failed: small as they are, they are to be seen. */
  readonly isBold?: boolean
}

export const Glyph = ({ icon: Drawing, size = 18, isBold = false }: GlyphProps) => (
  <Drawing size={size} stroke={isBold ? 3 : 1.75} aria-hidden="true" style={{ flex: 'none', display: 'block' }} />
)
