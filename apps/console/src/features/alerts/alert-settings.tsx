/** How this account rings, who is told when nobody answers, and the keys of this browser. Source: G60, G86; design language §13.12. */
import { may, type Rights } from '@whereabouts/contract/roles'
import { type FormEvent, useId } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { switchSingleKeys, useSingleKeys } from '../../lib/single-keys.ts'
import { alerts } from '../../locales/alerts.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { WhyClosed } from '../auth/why-closed.tsx'
import { AlertRow } from './alert-row.tsx'
import styles from './alerts.module.css'
import { Contacts } from './contacts.tsx'
import { BlockedSound, RingRows } from './ring-rows.tsx'
import { useAlertDraft } from './use-alert-draft.ts'

addTexts(alerts)

export function AlertSettings({ rights }: { rights: Rights }) {
  const t = useT()
  const formId = useId()
  const canManage = may(rights, 'manageAlerts')
  const draft = useAlertDraft(canManage)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    draft.save()
  }
  return (
    <PageBody
      title={t('menu.setting.alerts')}
      hint={t('alerts.hint')}
      foot={
        draft.isChanged && (
          <SaveBar changed={t('alerts.changed')} form={formId} isPending={draft.isSaving} onDiscard={draft.discard} />
        )
      }
    >
      <BlockedSound />
      <RingRows canSetRepeat={may(rights, 'setRepeat')} canTest={may(rights, 'acknowledgeAlarms')} />
      <section aria-labelledby={`${formId}-told`} className={styles.section}>
        <h2 id={`${formId}-told`}>{t('alerts.told')}</h2>
        <p>{t('alerts.toldHint')}</p>
        {canManage ? (
          <form id={formId} noValidate onSubmit={submit}>
            <Contacts draft={draft} />
          </form>
        ) : (
          <WhyClosed id="alerts.managersOnly" />
        )}
        <DoneNotice>{draft.isSaved ? t('success.saved') : undefined}</DoneNotice>
      </section>
      <Keyboard />
      <LeaveGuard isChanged={draft.isChanged} />
    </PageBody>
  )
}

function Keyboard() {
  const t = useT()
  const isOn = useSingleKeys()
  return (
    <section aria-labelledby="alerts-keyboard" className={styles.section}>
      <h2 id="alerts-keyboard">{t('alerts.keyboard')}</h2>
      <ul className={styles.rows}>
        <AlertRow title={t('alerts.singleKeys')} hint={t('alerts.singleKeysHint')}>
          <SwitchBox label={t('alerts.singleKeys')} isOn={isOn} onSwitch={switchSingleKeys} />
        </AlertRow>
        <li className={styles.keys}>
          <KeyList isWide />
        </li>
      </ul>
    </section>
  )
}
