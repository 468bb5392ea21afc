/** A Tabler outline icon in our stroke. Decoration: the control around it carries the name. */
import type { Icon } from '@tabler/icons-react'

export const Glyph = ({ icon: Drawing, size = 18 }: { icon: Icon; size?: number }) => (
  <Drawing size={size} stroke={1.75} aria-hidden="true" style={{ flex: 'none', display: 'block' }} />
)
