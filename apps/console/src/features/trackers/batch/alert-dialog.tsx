/** Says for many devices whether going offline raises an alert: a call for each, so the way there is shown. */
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useSite } from '../../live/site-view.ts'
import { setOfflineAlert } from '../changes.ts'
import { type BatchProps, useBatch, useDeviceName } from './use-batch.ts'

export function AlertDialog(props: BatchProps) {
  const { ids, onClose } = props
  const t = useT()
  const site = useSite()
  const deviceName = useDeviceName()
  const [chosen, setChosen] = useState<'on' | 'off'>('on')
  const batch = useBatch(
    props,
    (each) => each(ids, (id) => setOfflineAlert(site, id, chosen === 'on')),
    t('batch.alertSet'),
  )
  if (batch.failed) return <PartDone all={ids.length} failed={batch.failed} nameOf={deviceName} onClose={onClose} />
  return (
    <Dialog
      title={t('batch.alertTitle', { count: ids.length })}
      onClose={onClose}
      onSubmit={() => {
        if (!batch.isPending) batch.run()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t(batch.isPending ? 'batch.stop' : 'dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={batch.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={batch.failure ?? undefined} />
      {batch.doneCount === undefined ? (
        <ChoiceField
          isLabelHidden
          label={t('trackers.offlineAlert')}
          value={chosen}
          onChange={setChosen}
          choices={[
            { value: 'on', label: t('batch.alertOn'), hint: t('batch.alertOnHint') },
            { value: 'off', label: t('batch.alertOff'), hint: t('batch.alertOffHint') },
          ]}
        />
      ) : (
        <Progress done={batch.doneCount} all={ids.length} />
      )}
    </Dialog>
  )
}
