/** Sets a broker up, or changes it; it can be tried before it is saved. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Broker, BrokerTry } from '@whereabouts/contract/brokers'
import { errors } from '@whereabouts/contract/errors'
import { BROKER_READS, MAX_BROKERS } from '@whereabouts/domain/brokers'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './brokers.module.css'
import {
  type BrokerDraft,
  bodyOf,
  draftOf,
  faultsOf,
  newDraft,
  tryBodyOf,
  withHost,
  withRead,
  withTls,
} from './draft.ts'
import { useSaveBroker, useTryBroker } from './queries.ts'
import { countsText } from './words.ts'

/** Characters that a topic's base may have. */
const MAX_BASE = 64

interface BrokerFormProps {
  /** Undefined: a new one. */
  readonly broker: Broker | undefined
  readonly onClose: () => void
}

export function BrokerForm({ broker, onClose }: BrokerFormProps) {
  const t = useT()
  const [draft, setDraft] = useState(() => (broker === undefined ? newDraft() : draftOf(broker)))
  const save = useSaveBroker()
  const trial = useTryBroker()
  const wrong = faultsOf(draft, broker)
  const words = (isWrong: boolean, text: string) => (isWrong ? text : undefined)
  const faults = useFaults(
    {
      name: words(wrong.name, t('brokers.nameMissing')),
      host: words(wrong.host, t('brokers.hostBad')),
      port: words(wrong.port, t('brokers.portBad')),
      ca: words(wrong.caCertificate, t('brokers.caBad')),
      password: words(wrong.password, t('brokers.passwordAgain')),
      reads: words(wrong.reads, t('brokers.readsMissing')),
      theengsBase: words(wrong.theengsBase, t('brokers.baseBad')),
      zigbee2mqttBase: words(wrong.zigbee2mqttBase, t('brokers.baseBad')),
      discoveryPrefix: words(wrong.discoveryPrefix, t('brokers.baseBad')),
    },
    save.error,
  )
  const put = (next: BrokerDraft) => {
    setDraft(next)
    save.reset()
    trial.reset()
  }
  const change = (part: Partial<BrokerDraft>) => put({ ...draft, ...part })
  const send = () => {
    if (save.isPending || !faults.isGood()) return
    save.mutate({ id: broker?.broker_id, body: bodyOf(draft) }, { onSuccess: onClose })
  }
  const tryIt = () => {
    if (trial.isPending) return
    // A name is not needed to try.
    const { name: _name, ...others } = wrong
    if (Object.values(others).some(Boolean)) faults.isGood()
    else trial.mutate(tryBodyOf(draft, broker))
  }
  const isFull = isRefusal(save.error, errors.conflict)
  const readsFault = faults.field('reads').fault
  const plain = { isCompact: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <Dialog
      placement="side"
      title={broker === undefined ? t('brokers.add') : t('brokers.edit', { name: broker.broker_name })}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={tryIt} isPending={trial.isPending}>
            {t('brokers.try')}
          </Button>
          <span className={styles.gap} />
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={save.isPending}>
            {t('brokers.save')}
          </Button>
        </>
      }
    >
      <FormFailure
        error={save.error ?? trial.error ?? undefined}
        words={isFull ? t('brokers.full', { most: MAX_BROKERS }) : undefined}
      />
      <div className={styles.form}>
        <TextField
          isCompact
          data-autofocus
          autoComplete="off"
          maxLength={50}
          label={t('brokers.name')}
          value={draft.name}
          {...faults.field('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className={styles.address}>
          <TextField
            {...plain}
            maxLength={260}
            inputMode="url"
            label={t('brokers.host')}
            hint={t('brokers.hostHint')}
            value={draft.host}
            {...faults.field('host')}
            onChange={(event) => put(withHost(draft, event.currentTarget.value))}
          />
          <TextField
            {...plain}
            maxLength={5}
            inputMode="numeric"
            label={t('brokers.port')}
            value={draft.port}
            {...faults.field('port')}
            onChange={(event) => change({ port: event.currentTarget.value })}
          />
        </div>
        <CheckField label={t('brokers.tls')} isChecked={draft.tls} onChange={(tls) => put(withTls(draft, tls))} />
        {draft.tls && (
          <div>
            <TextArea
              isOptional
              spellCheck={false}
              autoCapitalize="none"
              maxLength={16_384}
              label={t('brokers.ca')}
              value={draft.caCertificate}
              fault={faults.field('ca').fault}
              onChange={(event) => change({ caCertificate: event.currentTarget.value })}
            />
            <p className={styles.note}>{t('brokers.caHint')}</p>
          </div>
        )}
        <TextField
          {...plain}
          isOptional
          maxLength={256}
          label={t('brokers.username')}
          value={draft.username}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <PasswordField
          isCompact
          isOptional
          autoComplete="off"
          maxLength={256}
          label={t('brokers.password')}
          hint={broker?.has_password ? t('brokers.passwordKept') : undefined}
          value={draft.password}
          {...faults.field('password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <fieldset className={styles.reads} aria-describedby={readsFault && 'broker-reads-fault'}>
          <legend>{t('brokers.reads')}</legend>
          {BROKER_READS.map((kind) => (
            <CheckField
              key={kind}
              label={
                <>
                  {t(`brokers.kind.${kind}`)}
                  <small>{t(`brokers.for.${kind}`)}</small>
                </>
              }
              isChecked={draft.reads.includes(kind)}
              onChange={(isRead) => put(withRead(draft, kind, isRead))}
            />
          ))}
          {readsFault && (
            <p id="broker-reads-fault" className={styles.fault}>
              {readsFault}
            </p>
          )}
        </fieldset>
        {draft.reads.includes('theengs') && (
          <TextField
            {...plain}
            maxLength={MAX_BASE}
            label={t('brokers.theengsBase')}
            value={draft.theengsBase}
            {...faults.field('theengsBase')}
            onChange={(event) => change({ theengsBase: event.currentTarget.value })}
          />
        )}
        {draft.reads.includes('zigbee2mqtt') && (
          <TextField
            {...plain}
            maxLength={MAX_BASE}
            label={t('brokers.zigbee2mqttBase')}
            value={draft.zigbee2mqttBase}
            {...faults.field('zigbee2mqttBase')}
            onChange={(event) => change({ zigbee2mqttBase: event.currentTarget.value })}
          />
        )}
        <div>
          <CheckField
            label={
              <>
                {t('brokers.discovery')}
                <small>{t('brokers.discoveryHint')}</small>
              </>
            }
            isChecked={draft.tellsHomeAssistant}
            onChange={(tellsHomeAssistant) => change({ tellsHomeAssistant })}
          />
        </div>
        {draft.tellsHomeAssistant && (
          <TextField
            {...plain}
            maxLength={MAX_BASE}
            label={t('brokers.discoveryPrefix')}
            value={draft.discoveryPrefix}
            {...faults.field('discoveryPrefix')}
            onChange={(event) => change({ discoveryPrefix: event.currentTarget.value })}
          />
        )}
        {broker !== undefined && (
          <CheckField label={t('brokers.paused')} isChecked={draft.paused} onChange={(paused) => change({ paused })} />
        )}
      </div>
      <div role="status" className={styles.trial}>
        {trial.isPending && <p>{t('brokers.trying')}</p>}
        {trial.data && <Tried tried={trial.data} />}
      </div>
    </Dialog>
  )
}

function Tried({ tried: { fault, mqtt_version: version, counts } }: { tried: BrokerTry }) {
  const t = useT()
  const heard = countsText(t, counts)
  const answer = heard === '' ? t('brokers.triedSilent', { version }) : t('brokers.tried', { version, counts: heard })
  return (
    <>
      {version !== '' && (
        <p data-tone="ok">
          <Glyph isBold icon={IconCheck} size={14} />
          {answer}
        </p>
      )}
      {fault !== '' && (
        <p data-tone="bad">
          <Glyph icon={IconAlertTriangle} size={14} />
          {t(`brokers.fault.${fault}`)}
        </p>
      )}
    </>
  )
}
