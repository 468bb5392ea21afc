/** What the map shows, switched: list, trackers, stations, names, classes, notifications. */
import {
  IconAccessPoint,
  IconColorSwatch,
  IconEye,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconMapPin,
  IconTag,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { useStore } from '../../lib/use-store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './map.module.css'
import { display, flip, type Toggle } from './toggles.ts'

const BUTTONS = [
  { toggle: 'list', icon: IconLayoutSidebar, text: 'map.toggleList', key: 'D' },
  { toggle: 'trackers', icon: IconMapPin, text: 'map.toggleTrackers' },
  { toggle: 'stations', icon: IconAccessPoint, text: 'map.toggleStations' },
  { toggle: 'names', icon: IconTag, text: 'map.toggleNames', key: 'L' },
  { toggle: 'classes', icon: IconColorSwatch, text: 'map.toggleClasses', key: 'C' },
  { toggle: 'notifications', icon: IconLayoutSidebarRight, text: 'map.toggleNotifications', key: 'N' },
] as const

/** A line stands before these. */
const AFTER_RULE: readonly Toggle[] = ['trackers', 'classes']

export function DisplayToolbar({ hasStations }: { hasStations: boolean }) {
  const t = useT()
  const shown = useStore(display)
  const hasKeys = useSingleKeys()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.floating} ${styles.displayButton}`}
        aria-label={t('map.display')}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Glyph icon={IconEye} size={20} />
      </button>
      <fieldset
        aria-label={t('map.display')}
        className={`${styles.floating} ${styles.toolbar}`}
        data-open={isOpen || undefined}
      >
        {BUTTONS.filter(({ toggle }) => hasStations || toggle !== 'stations').map(({ toggle, icon, text, ...rest }) => (
          <span key={toggle} style={{ display: 'contents' }}>
            {AFTER_RULE.includes(toggle) && <span className={styles.rule} />}
            <button
              type="button"
              className={styles.toggle}
              aria-pressed={shown[toggle]}
              aria-label={t(text)}
              aria-keyshortcuts={hasKeys && 'key' in rest ? rest.key : undefined}
              title={hasKeys && 'key' in rest ? `${t(text)} (${rest.key})` : t(text)}
              onClick={() => flip(toggle)}
            >
              <Glyph icon={icon} size={17} />
              <span>{t(text)}</span>
            </button>
          </span>
        ))}
      </fieldset>
    </>
  )
}
