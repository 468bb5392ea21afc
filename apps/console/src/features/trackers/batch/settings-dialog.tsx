/** Settings that devices take over at their next report; what is left empty stays as it is. Source: G49. */
import { ADV_SETTING_NAMES, ADV_SETTINGS, type AdvSettingName } from '@whereabouts/domain/device-settings'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import fields from '../../../ui/fields.module.css'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFaults } from '../../../ui/use-faults.ts'
import { type SiteStore, useSite } from '../../live/site-view.ts'
import { saveAdvSettings } from '../changes.ts'
import { type BatchProps, useBatch, useDeviceName } from './use-batch.ts'

export function SettingsDialog(props: BatchProps) {
  const { ids, onClose } = props
  const t = useT()
  const { store } = useSite()
  const deviceName = useDeviceName()
  const [texts, setTexts] = useState(() => startTexts(store, ids))
  const isEmpty = ADV_SETTING_NAMES.every((name) => texts[name].trim() === '')
  const faultOf = (name: AdvSettingName): string | undefined => {
    const { least, most } = ADV_SETTINGS[name]
    const text = texts[name].trim()
    if (text === '') return isEmpty && name === ADV_SETTING_NAMES[0] ? t('settings.empty') : undefined
    const value = Number(text)
    const isGood = /^\d+$/.test(text) && value >= least && value <= most
    return isGood ? undefined : t('settings.bad', { least, most })
  }
  const faults = useFaults(
    Object.fromEntries(ADV_SETTING_NAMES.map((name) => [name, faultOf(name)])) as Record<
      AdvSettingName,
      string | undefined
    >,
  )
  const batch = useBatch(
    props,
    () => {
      const given = ADV_SETTING_NAMES.filter((name) => texts[name].trim() !== '')
      return saveAdvSettings(ids, Object.fromEntries(given.map((name) => [name, Number(texts[name])])))
    },
    t('batch.settingsSet'),
  )
  if (batch.failed) return <PartDone all={ids.length} failed={batch.failed} nameOf={deviceName} onClose={onClose} />
  return (
    <Dialog
      title={t('settings.title', { count: ids.length })}
      onClose={onClose}
      onSubmit={() => {
        if (!batch.isPending && faults.isGood()) batch.run()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={batch.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={batch.failure ?? undefined} />
      <p className={fields.hint}>{t('settings.hint')}</p>
      <div className={fields.stack}>
        {ADV_SETTING_NAMES.map((name, at) => (
          <TextField
            key={name}
            isCompact
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            data-autofocus={at === 0 || undefined}
            label={t(`settings.${name}`)}
            hint={t('settings.range', ADV_SETTINGS[name])}
            value={texts[name]}
            {...faults.field(name)}
            onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** What a single device has; several begin empty, as theirs may differ. */
function startTexts({ trackers }: SiteStore, ids: readonly string[]): Record<AdvSettingName, string> {
  const [id] = ids
  const known = ids.length === 1 && id !== undefined ? trackers.get(id)?.sync_config?.adv_settings : {}
  return Object.fromEntries(
    ADV_SETTING_NAMES.map((name) => [name, typeof known?.[name] === 'number' ? String(known[name]) : '']),
  ) as Record<AdvSettingName, string>
}
