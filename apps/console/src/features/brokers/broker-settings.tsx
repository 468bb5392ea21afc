/** The brokers of the account, how each does, and the way to set one up. */
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconHelpCircle,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Broker } from '@whereabouts/contract/brokers'
import { MAX_BROKERS } from '@whereabouts/domain/brokers'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { brokers as texts } from '../../locales/brokers.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { Ago } from '../live/ago.tsx'
import { BrokerForm } from './broker-form.tsx'
import { BrokerSenders } from './broker-senders.tsx'
import styles from './brokers.module.css'
import { brokersQuery, useRemoveBroker } from './queries.ts'
import { countsText } from './words.ts'

addTexts(texts)

type Open =
  | { readonly dialog: 'form'; readonly broker: Broker | undefined }
  | { readonly dialog: 'remove'; readonly broker: Broker }

export function BrokerSettings() {
  const t = useT()
  const { data, error, fetchStatus, refetch } = useQuery(brokersQuery)
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setShown((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
  const close = () => setOpen(undefined)
  const brokers = data?.brokers
  const isOff = data?.reach === 'off'
  const isFull = brokers !== undefined && brokers.length >= MAX_BROKERS
  return (
    <PageBody
      title={t('menu.setting.brokers')}
      hint={t('brokers.hint')}
      action={
        !isOff && (
          <Button
            tone="primary"
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull || brokers === undefined}
            title={isFull ? t('brokers.full', { most: MAX_BROKERS }) : undefined}
            onClick={() => setOpen({ dialog: 'form', broker: undefined })}
          >
            {t('brokers.add')}
          </Button>
        )
      }
    >
      {isOff && <InfoNotice>{t('brokers.off')}</InfoNotice>}
      {data?.reach === 'public' && <InfoNotice>{t('brokers.public')}</InfoNotice>}
      {brokers === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {brokers?.length === 0 && <EmptyList title={t('brokers.none')} hint={t('brokers.noneHint')} />}
      {brokers !== undefined && brokers.length > 0 && (
        <ul className={styles.list} aria-label={t('menu.setting.brokers')}>
          {brokers.map((broker) => (
            <BrokerRow
              key={broker.broker_id}
              broker={broker}
              isKnown={error === null && fetchStatus !== 'paused'}
              isOpen={shown.includes(broker.broker_id)}
              onToggle={() => toggle(broker.broker_id)}
              onEdit={() => setOpen({ dialog: 'form', broker })}
              onRemove={() => setOpen({ dialog: 'remove', broker })}
            />
          ))}
        </ul>
      )}
      {open?.dialog === 'form' && <BrokerForm broker={open.broker} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveBroker broker={open.broker} onClose={close} />}
    </PageBody>
  )
}

const STATE_ICONS = {
  unknown: IconHelpCircle,
  connected: IconCheck,
  connecting: IconLoader2,
  failed: IconAlertTriangle,
  paused: IconPlayerPause,
} as const

interface BrokerRowProps {
  readonly broker: Broker
  /** Its state is as the server says; else nobody knows what became of it since. */
  readonly isKnown: boolean
  /** Whether it is shown who speaks through it. */
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function BrokerRow({ broker, isKnown, isOpen, onToggle, onEdit, onRemove }: BrokerRowProps) {
  const t = useT()
  const { broker_name: name, host, port, tls, mqtt_version: version, servers, last_message_ms } = broker
  const state = isKnown ? broker.state : 'unknown'
  const fault = isKnown ? broker.fault : ''
  const counts = countsText(t, broker.counts)
  const address = `${tls ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  return (
    <li className={styles.broker}>
      <span className={styles.kind} data-state={state}>
        <Glyph icon={IconPlugConnected} size={16} />
      </span>
      <div className={styles.name}>
        <strong>{name}</strong>
        <small translate="no">{address}</small>
      </div>
      <div className={styles.state} data-state={fault === '' ? state : 'failed'}>
        <p role="status">
          <Glyph icon={STATE_ICONS[state]} size={14} />
          {t(`brokers.state.${state}`)}
        </p>
        {fault !== '' && <small>{t(`brokers.fault.${fault}`)}</small>}
        {fault === '' && state === 'connected' && (
          <small>
            {[
              t('brokers.version', { version }),
              ...(servers > 1 ? [t('brokers.servers', { count: servers })] : []),
            ].join(' · ')}
          </small>
        )}
      </div>
      <dl>
        <div>
          <dt>{t('brokers.senders')}</dt>
          <dd className="wb-num">{broker.senders}</dd>
        </div>
        <div>
          <dt>{t('brokers.lastMessage')}</dt>
          <dd className="wb-num">
            {last_message_ms === null ? t('brokers.noMessage') : <Ago at={Math.floor(last_message_ms / 1000)} />}
          </dd>
        </div>
        <div className={styles.counts}>
          <dt>{t('brokers.heard')}</dt>
          <dd className="wb-num">{counts === '' ? t('brokers.noMessage') : counts}</dd>
        </div>
      </dl>
      <span className={styles.actions}>
        <IconButton label={t('brokers.showSenders', { name })} aria-expanded={isOpen} onClick={onToggle}>
          <Glyph icon={isOpen ? IconChevronUp : IconChevronDown} />
        </IconButton>
        <IconButton label={t('brokers.edit', { name })} onClick={onEdit}>
          <Glyph icon={IconPencil} />
        </IconButton>
        <IconButton label={t('brokers.remove', { name })} onClick={onRemove}>
          <Glyph icon={IconTrash} />
        </IconButton>
      </span>
      {isOpen && <BrokerSenders broker={broker} />}
    </li>
  )
}

/** Says what comes to an end with it. */
function RemoveBroker({ broker, onClose }: { broker: Broker; onClose: () => void }) {
  const t = useT()
  const remove = useRemoveBroker()
  return (
    <ConfirmDialog
      isDangerous
      title={t('brokers.removeTitle', { name: broker.broker_name })}
      verb={t('brokers.removeVerb')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(broker.broker_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('brokers.removeHint')}</p>
    </ConfirmDialog>
  )
}
