/** The classes on the map: what a colour means, how many there are, and which are hidden. */
import { IconEye, IconEyeOff, IconLink, IconX } from '@tabler/icons-react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { map } from '../../locales/map.ts'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLive } from '../live/hooks.ts'
import styles from './class-panel.module.css'
import { colourOfClass, hostOf, safeLinks } from './classes.ts'

addTexts(map)

interface ClassPanelProps {
  /** Slots hidden on the map; -1 is those without a class. */
  readonly hidden: readonly number[]
  readonly onHidden: (hidden: readonly number[]) => void
  /** The floor that is open: those on it are counted; null: all are. */
  readonly mapId: string | null
  readonly onClose: () => void
}

export function ClassPanel({ hidden, onHidden, mapId, onClose }: ClassPanelProps) {
  const t = useT()
  const { store } = useLive()
  const counts = new Map<number, number>()
  for (const { class_index, qualified_location_info: info } of store.trackers.rows()) {
    const isHere = mapId === null || info?.reason_data.indoor_map_id === mapId
    if (isHere) counts.set(class_index, (counts.get(class_index) ?? 0) + 1)
  }
  const used = store.classes.filter(({ name }) => name !== '').map(({ index }) => index)
  const rows = store.trackers.rows().some(({ class_index }) => !used.includes(class_index)) ? [...used, -1] : used

  return (
    <section className={styles.panel} aria-label={t('classes.title')}>
      <header className={styles.header}>
        <h2>{t('classes.title')}</h2>
        <IconButton size="small" label={t('map.close')} onClick={onClose}>
          <Glyph icon={IconX} size={15} />
        </IconButton>
      </header>
      <ul className={styles.list}>
        {rows.map((index) => {
          const given = store.classes.find((each) => each.index === index)
          const name = given?.name ?? t('classes.none')
          const isHidden = hidden.includes(index)
          const link = safeLinks(given)[0]
          return (
            <li key={index} className={styles.row} data-hidden={isHidden || undefined}>
              <i style={{ background: index < 0 ? NO_CLASS_COLOUR : colourOfClass(store.classes, index) }} />
              <span className={styles.name}>
                {name}
                {link && <small translate="no">{hostOf(link.url)}</small>}
              </span>
              {link && (
                <a
                  className={styles.link}
                  href={link.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  title={hostOf(link.url)}
                  aria-label={`${t('classes.link', { name: link.name || link.url })}, ${hostOf(link.url)}`}
                >
                  <Glyph icon={IconLink} size={15} />
                </a>
              )}
              <span className={`${styles.count} wb-num`}>{counts.get(index) ?? 0}</span>
              <IconButton
                size="small"
                aria-pressed={!isHidden}
                label={t('classes.show', { name })}
                onClick={() => onHidden(isHidden ? hidden.filter((each) => each !== index) : [...hidden, index])}
              >
                <Glyph icon={isHidden ? IconEyeOff : IconEye} size={16} />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
