/** A device with its settings: cells of a wide row, two lines of a narrow one. */
import { IconCheck, IconClock } from '@tabler/icons-react'
import type { Tracker } from '@whereabouts/contract/trackers'
import { ADV_SETTING_NAMES } from '@whereabouts/domain/device-settings'
import { memo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Cell, type GridRowProps } from '../../ui/grid/grid-row.tsx'
import { useTracker } from '../live/hooks.ts'
import { type SettingsColumn, settingOf, stateOf } from './settings-list.ts'
import styles from './settings-row.module.css'

export const SettingsRow = memo(function SettingsRow({ id, columns, isNarrow }: GridRowProps<SettingsColumn>) {
  const t = useT()
  const tracker = useTracker(id)
  if (!tracker) return null
  if (isNarrow) {
    const known = ADV_SETTING_NAMES.flatMap((name) => settingOf(tracker, name) ?? [])
    return (
      <Cell className={styles.narrow}>
        <strong>{tracker.name}</strong>
        <span className={`${styles.facts} wb-num`}>
          <State tracker={tracker} />
          {known.length > 0 && (
            <span>{ADV_SETTING_NAMES.map((name) => settingOf(tracker, name) ?? '–').join(' · ')}</span>
          )}
        </span>
      </Cell>
    )
  }
  return columns.map((column) => (
    <Cell key={column}>
      {column === 'name' ? (
        <strong className={styles.name}>{tracker.name}</strong>
      ) : column === 'state' ? (
        <State tracker={tracker} />
      ) : (
        <span className="wb-num">
          {settingOf(tracker, column) ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="wb-visually-hidden">{t('configs.never')}</span>
            </>
          )}
        </span>
      )}
    </Cell>
  ))
})

function State({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const state = stateOf(tracker)
  const config = tracker.sync_config
  if (config === null) return <span className={styles.state}>{t('configs.never')}</span>
  const savedAt = t('settings.savedAt', { time: formatTime(config.update_time) })
  return (
    <span className={styles.state} data-state={state} title={savedAt}>
      <Glyph icon={state === 'pending' ? IconClock : IconCheck} size={14} />
      {t(state === 'pending' ? 'settings.pending' : 'configs.taken')}
      <small className="wb-num">{formatTime(config.update_time)}</small>
    </span>
  )
}
