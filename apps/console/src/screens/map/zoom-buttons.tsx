/** Closer, farther, everything. */
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
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
      <IconButton label={t('map.zoomIn')} keys="+" icon={IconPlus} onPress={onIn} />
      <IconButton label={t('map.zoomOut')} keys="-" icon={IconMinus} onPress={onOut} />
      <hr />
      <IconButton label={fit} keys="0" icon={IconFocusCentered} onPress={onFit} />
    </div>
  )
}

interface IconButtonProps {
  readonly label: string
  readonly keys: string
  readonly icon: typeof IconPlus
  readonly onPress: () => void
}

const IconButton = ({ label, keys, icon, onPress }: IconButtonProps) => (
  <button
    type="button"
    className={styles.iconButton}
    aria-label={label}
    aria-keyshortcuts={keys}
    title={`${label} (${keys})`}
    onClick={onPress}
  >
    <Glyph icon={icon} />
  </button>
)
