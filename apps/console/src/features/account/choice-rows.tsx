/** Language, time zone and unit of temperature. Source: specification §3, §4; G65, G70, G74. */
import type { Locale } from '@whereabouts/contract/locales'
import { TIME_ZONES } from '@whereabouts/domain/sessions'
import { useState } from 'react'
import { addTexts, LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/language.ts'
import { formatOffset } from '../../lib/time.ts'
import { timeZones } from '../../locales/time-zones.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceDialog } from '../../ui/choice-dialog.tsx'
import { SettingRow } from '../../ui/setting-rows.tsx'
import { useSession } from '../auth/session-store.ts'
import styles from './account-dialogs.module.css'
import { useChangeProfile } from './queries.ts'

addTexts(timeZones)

export function LanguageRow() {
  const t = useT()
  const locale = useLocale()
  const change = useChangeProfile()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const save = (chosen: Locale) =>
    change.mutate(
      { locale: chosen },
      {
        onSuccess: () => {
          chooseLanguage(chosen)
          close()
        },
      },
    )
  return (
    <SettingRow
      label={t('info.language')}
      action={
        <Button size="small" aria-label={t('info.changeLanguage')} onClick={() => setIsOpen(true)}>
          {t('info.change')}
        </Button>
      }
    >
      {LANGUAGE_NAMES.find(([code]) => code === locale)?.[1]}
      {isOpen && (
        <ChoiceDialog<Locale>
          title={t('info.changeLanguage')}
          label={t('info.language')}
          choices={LANGUAGE_NAMES.map(([value, label]) => ({ value, label, lang: LANGUAGE_TAGS[value] }))}
          start={locale}
          isPending={change.isPending}
          failure={change.error}
          onSave={save}
          onClose={close}
        />
      )}
    </SettingRow>
  )
}

export function TimeZoneRow() {
  const t = useT()
  const zone = useSession().userInfo?.timezone ?? 'Asia/Taipei'
  const change = useChangeProfile()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const offset = (name: string) => formatOffset(name, Date.now())
  return (
    <SettingRow
      label={t('info.timezone')}
      action={
        <Button size="small" aria-label={t('info.changeTimezone')} onClick={() => setIsOpen(true)}>
          {t('info.change')}
        </Button>
      }
    >
      <span className={styles.line}>
        {t(`zone.${zone}`)} <small>{offset(zone)}</small>
      </span>
      {isOpen && (
        <ChoiceDialog
          title={t('info.changeTimezone')}
          label={t('info.timezone')}
          hint={t('info.timezoneHint')}
          choices={TIME_ZONES.map((value) => ({ value, label: t(`zone.${value}`), hint: offset(value) }))}
          start={zone}
          isPending={change.isPending}
          failure={change.error}
          onSave={(timezone) => change.mutate({ timezone }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </SettingRow>
  )
}

export function UnitRow() {
  const t = useT()
  const unit = useSession().userInfo?.temperature_unit ?? 'C'
  const change = useChangeProfile()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <SettingRow
      label={t('info.unit')}
      action={
        <Button size="small" aria-label={t('info.changeUnit')} onClick={() => setIsOpen(true)}>
          {t('info.change')}
        </Button>
      }
    >
      {t(`info.unit.${unit}`)}
      {isOpen && (
        <ChoiceDialog<'C' | 'F'>
          title={t('info.changeUnit')}
          label={t('info.unit')}
          hint={t('info.unitHint')}
          choices={(['C', 'F'] as const).map((value) => ({ value, label: t(`info.unit.${value}`) }))}
          start={unit}
          isPending={change.isPending}
          failure={change.error}
          onSave={(temperature_unit) => change.mutate({ temperature_unit }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </SettingRow>
  )
}
