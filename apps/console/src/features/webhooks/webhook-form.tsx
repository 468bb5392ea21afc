/** A webhook, new or to be changed: its address, its name, and what it is told. */
import { CallError } from '@whereabouts/contract/client'
import type { Webhook } from '@whereabouts/contract/webhooks'
import { isWebLink } from '@whereabouts/domain/web-links'
import { MAX_WEBHOOK_URL, WEBHOOK_EVENTS, type WebhookEvent } from '@whereabouts/domain/webhooks'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useChangeWebhook, useCreateWebhook } from './queries.ts'
import styles from './webhooks.module.css'

/** What the server says against an address. */
const infoOf = (error: unknown): string | undefined => (error instanceof CallError ? error.info : undefined)

const FIRST_CHOICE: readonly WebhookEvent[] = ['alarm.began', 'alarm.answered', 'alarm.ended']

interface WebhookFormProps {
  /** Undefined: a new one. */
  readonly webhook: Webhook | undefined
  /** `secret`: of a new one. */
  readonly onDone: (webhook: Webhook, secret: string | undefined) => void
  readonly onClose: () => void
}

export function WebhookForm({ webhook, onDone, onClose }: WebhookFormProps) {
  const t = useT()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [note, setNote] = useState(webhook?.note ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? FIRST_CHOICE)
  const [isSent, setIsSent] = useState(false)
  const create = useCreateWebhook()
  const change = useChangeWebhook(webhook?.webhook_id ?? '')
  const saving = webhook === undefined ? create : change
  const info = infoOf(saving.error)
  const isOfAddress = info?.startsWith('body.url') === true
  const urlFault =
    info === 'body.url.https'
      ? t('webhooks.addressHttps')
      : info === 'body.url.private'
        ? t('webhooks.addressPrivate')
        : isOfAddress || !isWebLink(url.trim())
          ? t('webhooks.addressMissing')
          : undefined
  const faults = useFaults({ url: urlFault }, saving.error)
  const forget = () => {
    create.reset()
    change.reset()
  }
  const send = () => {
    setIsSent(true)
    if (saving.isPending || !faults.isGood() || events.length === 0) return
    const body = {
      url: url.trim(),
      note: note.trim(),
      events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    }
    if (webhook === undefined) create.mutate(body, { onSuccess: (answer) => onDone(answer.webhook, answer.secret) })
    else change.mutate(body, { onSuccess: (changed) => onDone(changed, undefined) })
  }
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    setEvents(isChosen ? [...events, event] : events.filter((each) => each !== event))
  return (
    <Dialog
      placement="side"
      title={t(webhook === undefined ? 'webhooks.new' : 'webhooks.edit')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={saving.isPending}>
            {t(webhook === undefined ? 'webhooks.create' : 'webhooks.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={isOfAddress ? undefined : (saving.error ?? undefined)} />
      <div className={styles.form}>
        <TextField
          isCompact
          data-autofocus
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_WEBHOOK_URL}
          label={t('webhooks.address')}
          hint={t('webhooks.addressHint')}
          value={url}
          {...faults.field('url')}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            forget()
          }}
        />
        <TextField
          isCompact
          isOptional
          autoComplete="off"
          maxLength={50}
          label={t('webhooks.note')}
          hint={t('webhooks.noteHint')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <fieldset className={styles.events} aria-describedby="webhook-events">
          <legend>{t('webhooks.events')}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <CheckField
              key={event}
              label={t(`webhooks.event.${event}`)}
              isChecked={events.includes(event)}
              onChange={(isChosen) => choose(event, isChosen)}
            />
          ))}
          <FieldNote
            id="webhook-events"
            fault={isSent && events.length === 0 ? t('webhooks.eventsMissing') : undefined}
            hint={undefined}
          />
        </fieldset>
      </div>
    </Dialog>
  )
}
