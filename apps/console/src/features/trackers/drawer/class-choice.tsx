/** The class of one device, chosen in its line and saved at once. */
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import styles from '../../../ui/detail.module.css'
import { Glyph } from '../../../ui/glyph.tsx'
import { classAt, colourOfClass, useClasses } from '../../tracker-classes/classes.ts'
import { assignClass } from '../changes.ts'

export function ClassChoice({ tracker, canChange }: { tracker: Tracker; canChange: boolean }) {
  const t = useT()
  const classes = useClasses()
  const given = classAt(classes, tracker.class_index)
  const assign = useMutation({
    mutationFn: async (index: number) => {
      const [failed] = await assignClass([tracker.device_id], index)
      // Of one device there is no part: it is as if the call had been refused.
      if (failed) throw new CallError(Math.floor(failed.code / 1000), failed.code, '')
    },
    onError: showError,
  })
  const swatch = given && <i className={styles.swatch} style={{ background: colourOfClass(classes, given.index) }} />
  if (!canChange) {
    return (
      <span className={styles.choice}>
        {swatch}
        {given?.name ?? t('drawer.noClass')}
      </span>
    )
  }
  const used = classes.filter(({ name }) => name !== '')
  const chosen = assign.isPending ? assign.variables : (given?.index ?? -1)
  return (
    <span className={styles.choice}>
      {swatch}
      <select
        aria-label={t('drawer.class')}
        value={chosen}
        onChange={(event) => assign.mutate(Number(event.currentTarget.value))}
      >
        <option value={-1}>{t('drawer.noClass')}</option>
        {used.map(({ index, name }) => (
          <option key={index} value={index}>
            {name}
          </option>
        ))}
      </select>
      <Glyph icon={IconChevronDown} size={14} />
    </span>
  )
}
