/** Puts devices into a class, or out of theirs. */
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { type SiteStore, useSite } from '../../live/site-view.ts'
import { useClasses } from '../../tracker-classes/classes.ts'
import { assignClass } from '../changes.ts'
import { type BatchProps, useBatch, useDeviceName } from './use-batch.ts'

export function ClassDialog(props: BatchProps) {
  const { ids, onClose } = props
  const t = useT()
  const { store } = useSite()
  const deviceName = useDeviceName()
  const classes = useClasses().filter(({ name }) => name !== '')
  const [chosen, setChosen] = useState(() => String(commonClass(store, ids) ?? ''))
  const batch = useBatch(props, () => assignClass(ids, Number(chosen)), t('batch.classSet'))
  if (batch.failed) return <PartDone all={ids.length} failed={batch.failed} nameOf={deviceName} onClose={onClose} />
  return (
    <Dialog
      title={t('batch.classTitle', { count: ids.length })}
      onClose={onClose}
      onSubmit={() => {
        if (chosen !== '' && !batch.isPending) batch.run()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={batch.isPending} aria-disabled={chosen === '' || undefined}>
            {t('batch.class')}
          </Button>
        </>
      }
    >
      <FormFailure error={batch.failure ?? undefined} />
      <ChoiceField
        isLabelHidden
        label={t('devices.column.class')}
        value={chosen}
        onChange={setChosen}
        choices={[
          ...classes.map(({ index, name }) => ({ value: String(index), label: name })),
          { value: '-1', label: t('drawer.noClass') },
        ]}
      />
    </Dialog>
  )
}

/** The class they all have; undefined where they differ. */
function commonClass({ trackers }: SiteStore, ids: readonly string[]): number | undefined {
  const found = new Set(ids.map((id) => trackers.get(id)?.class_index))
  return found.size === 1 ? [...found][0] : undefined
}
