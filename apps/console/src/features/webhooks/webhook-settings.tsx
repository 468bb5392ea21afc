/** Webhooks of the account, and the deliveries of the one of `?webhook=`, or else of the first. Source: decision 0059. */
import {
  IconAlertTriangle,
  IconCheck,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Webhook } from '@whereabouts/contract/webhooks'
import { MAX_WEBHOOKS } from '@whereabouts/domain/webhooks'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { webhooksPath } from '../../lib/paths.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { webhooks as texts } from '../../locales/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { useChangeWebhook, useRemoveWebhook, useRenewSecret, useTestWebhook, webhooksQuery } from './queries.ts'
import { SecretCard } from './secret-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'
import { nameOf } from './words.ts'

addTexts(texts)

type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'edit' | 'renew' | 'remove'; readonly webhook: Webhook }
  | { readonly dialog: 'secret'; readonly webhook: Webhook; readonly secret: string }

export function WebhookSettings() {
  const t = useT()
  const { webhook: wanted } = useSearch({ strict: false })
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery)
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState<string>()
  const shown = webhooks?.find(({ webhook_id }) => webhook_id === wanted) ?? webhooks?.[0]
  const close = () => setOpen(undefined)
  const begin = (next: Open) => {
    setDone(undefined)
    setOpen(next)
  }
  const isFull = webhooks !== undefined && webhooks.length >= MAX_WEBHOOKS
  const newButton = (
    <Button
      tone="primary"
      icon={<Glyph icon={IconPlus} size={16} />}
      aria-disabled={isFull || webhooks === undefined}
      title={isFull ? t('webhooks.full') : undefined}
      onClick={() => begin({ dialog: 'new' })}
    >
      {t('webhooks.new')}
    </Button>
  )
  return (
    <PageBody
      title={t('menu.setting.webhooks')}
      hint={t('webhooks.hint')}
      action={webhooks && webhooks.length > 0 ? newButton : undefined}
    >
      <div className={styles.done}>
        <DoneNotice>{done}</DoneNotice>
      </div>
      {webhooks === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {webhooks?.length === 0 && (
        <EmptyList title={t('webhooks.none')} hint={t('webhooks.noneHint')} action={newButton} />
      )}
      {webhooks && webhooks.length > 0 && (
        <Table
          isTall
          columns={[
            { label: t('webhooks.name') },
            { label: t('webhooks.events') },
            { label: t('webhooks.state') },
            { label: t('webhooks.actions'), isLabelHidden: true },
          ]}
        >
          {webhooks.map((webhook) => (
            <Row
              key={webhook.webhook_id}
              webhook={webhook}
              isShown={webhooks.length > 1 && webhook === shown}
              onOpen={(dialog) => begin({ dialog, webhook })}
            />
          ))}
        </Table>
      )}
      {shown && <DeliveryList key={shown.webhook_id} webhook={shown} />}
      {(open?.dialog === 'new' || open?.dialog === 'edit') && (
        <WebhookForm
          webhook={open.dialog === 'edit' ? open.webhook : undefined}
          onDone={(webhook, secret) => {
            if (secret === undefined) {
              setDone(t('webhooks.edited'))
              close()
            } else setOpen({ dialog: 'secret', webhook, secret })
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'secret' && <SecretCard name={nameOf(open.webhook)} secret={open.secret} onClose={close} />}
      {open?.dialog === 'renew' && (
        <Renew
          webhook={open.webhook}
          onDone={(secret) => setOpen({ dialog: 'secret', webhook: open.webhook, secret })}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && (
        <Remove
          webhook={open.webhook}
          onDone={() => {
            setDone(t('webhooks.removed', { name: nameOf(open.webhook) }))
            close()
          }}
          onClose={close}
        />
      )}
    </PageBody>
  )
}

interface RowProps {
  readonly webhook: Webhook
  readonly isShown: boolean
  readonly onOpen: (dialog: 'edit' | 'renew' | 'remove') => void
}

function Row({ webhook, isShown, onOpen }: RowProps) {
  const t = useT()
  const test = useTestWebhook()
  const change = useChangeWebhook(webhook.webhook_id)
  const { webhook_id, url, events, off } = webhook
  const name = nameOf(webhook)
  const isOn = off === null
  return (
    <tr data-ticked={isShown || undefined}>
      <td className={table.main}>
        <Link
          {...webhooksPath(webhook_id)}
          className={styles.name}
          aria-current={isShown ? 'true' : undefined}
          aria-label={t('webhooks.shown', { name })}
        >
          {name}
        </Link>
        <small className={styles.address} translate="no" title={url}>
          {url}
        </small>
      </td>
      <td className={table.line} title={events.map((event) => t(`webhooks.event.${event}`)).join(t('list.comma'))}>
        {t('webhooks.eventCount', { count: events.length })}
      </td>
      <td className={table.line}>
        <State webhook={webhook} />
      </td>
      <td className={table.end}>
        <div>
          <RowMenu
            label={t('webhooks.actionsOf', { name })}
            items={[
              {
                label: t('webhooks.test'),
                icon: IconSend,
                onPress: () => test.mutate(webhook_id, { onError: showError }),
              },
              { label: t('webhooks.edit'), icon: IconPencil, onPress: () => onOpen('edit') },
              {
                label: t(isOn ? 'webhooks.switchOff' : 'webhooks.switchOn'),
                icon: isOn ? IconPlayerStop : IconPlayerPlay,
                onPress: () => change.mutate({ is_on: !isOn }, { onError: showError }),
              },
              { label: t('webhooks.renew'), icon: IconKey, onPress: () => onOpen('renew') },
              { label: t('webhooks.remove'), icon: IconTrash, isDangerous: true, onPress: () => onOpen('remove') },
            ]}
          />
        </div>
      </td>
    </tr>
  )
}

function State({ webhook: { off, failing_since_ms } }: { webhook: Webhook }) {
  const t = useT()
  if (off !== null) return <StateMark tone="warn" icon={IconPlayerStop} words={t(`webhooks.off.${off}`)} />
  if (failing_since_ms === null) return <StateMark icon={IconCheck} words={t('webhooks.on')} />
  const time = formatTime(Math.floor(failing_since_ms / 1000))
  return <StateMark tone="warn" icon={IconAlertTriangle} words={t('webhooks.failing', { time })} />
}

interface AskProps<Answer> {
  readonly webhook: Webhook
  readonly onDone: (answer: Answer) => void
  readonly onClose: () => void
}

function Renew({ webhook, onDone, onClose }: AskProps<string>) {
  const t = useT()
  const renew = useRenewSecret(webhook.webhook_id)
  return (
    <ConfirmDialog
      title={t('webhooks.renewTitle', { name: nameOf(webhook) })}
      verb={t('webhooks.renew')}
      isPending={renew.isPending}
      failure={renew.error}
      onConfirm={() => renew.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>{t('webhooks.renewHint')}</p>
    </ConfirmDialog>
  )
}

function Remove({ webhook, onDone, onClose }: AskProps<void>) {
  const t = useT()
  const remove = useRemoveWebhook(webhook.webhook_id)
  return (
    <ConfirmDialog
      isDangerous
      title={t('webhooks.removeTitle', { name: nameOf(webhook) })}
      verb={t('webhooks.remove')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => onDone() })}
      onClose={onClose}
    >
      <p>{t('webhooks.removeHint')}</p>
    </ConfirmDialog>
  )
}
