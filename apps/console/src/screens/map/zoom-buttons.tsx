/** Closer, farther, everything. */
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './map.module.css'

interface ZoomButtonsProps {
  readonly isIndoors: boolean
  readonly onIn: () => void
  readonly onOut: () => void
  readonly onFit: () => void
}

export function ZoomButtons({ isIndoors, onIn, onOut, onFit }: ZoomButtonsProps) {
  const t = useT()
  const fit = t(isIndoors ? 'map.fitFloor' : 'map.fitAll')
  return (
    <div className={`${styles.floating} ${styles.zoom}`}>
      <ZoomButton label={t('map.zoomIn')} keys="+" icon={IconPlus} onPress={onIn} />
      <ZoomButton label={t('map.zoomOut')} keys="-" icon={IconMinus} onPress={onOut} />
      <hr />
      <ZoomButton label={fit} keys="0" icon={IconFocusCentered} onPress={onFit} />
    </div>
  )
}

interface ZoomButtonProps {
  readonly label: string
  readonly keys: string
  readonly icon: typeof IconPlus
  readonly onPress: () => void
}

function ZoomButton({ label, keys, icon, onPress }: ZoomButtonProps) {
  const hasKeys = useSingleKeys()
  return (
    <IconButton
      size="large"
      label={label}
      aria-keyshortcuts={hasKeys ? keys : undefined}
      title={hasKeys ? `${label} (${keys})` : label}
      onClick={onPress}
    >
      <Glyph icon={icon} />
    </IconButton>
  )
}
