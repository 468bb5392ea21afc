/** One press between the plan that something stands on and where that lies outdoors. */
import { IconBuilding, IconMap } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'

export interface OtherSide {
  readonly to: 'plan' | 'globe'
  readonly go: () => void
}

export function OtherSideButton({ side: { to, go }, size }: { side: OtherSide; size: number }) {
  const t = useT()
  return (
    <Button icon={<Glyph icon={to === 'plan' ? IconBuilding : IconMap} size={size} />} onClick={go}>
      {t(to === 'plan' ? 'map.toPlan' : 'map.toOutdoors')}
    </Button>
  )
}
