/** How long the ring may go on unanswered, and who is told then, one after the other. Source: G86; security rules 51, 52. */
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import {
  MAX_ACKNOWLEDGE_WITHIN_S,
  MAX_ALERT_CONTACTS,
  MAX_ARRIVE_WITHIN_S,
  MAX_CONTACT_AFTER_S,
  MIN_ACKNOWLEDGE_WITHIN_S,
  MIN_ARRIVE_WITHIN_S,
} from '@whereabouts/domain/alarms'
import { useId, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { moved } from '../../lib/moved.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { focusRow, RowMoves } from '../../ui/row-order.tsx'
import { useDrag } from '../../ui/use-drag.ts'
import styles from './alerts.module.css'
import { type ContactDraft, type ContactFaults, isFull, withContact } from './draft.ts'
import { useAskContact } from './queries.ts'
import type { EditedAlerts } from './use-alert-draft.ts'

const EMAIL_FAULTS = {
  missing: 'forms.emailMissing',
  invalid: 'forms.emailInvalid',
  taken: 'alerts.contactTaken',
} as const satisfies Record<NonNullable<ContactFaults['email']>, string>

export function Contacts({ draft }: { draft: EditedAlerts }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [told, setTold] = useState('')
  const { shown, faults, change } = draft
  const move = (from: number, to: number) => {
    const contact = shown?.contacts[from]
    if (shown === undefined || contact === undefined) return
    const contacts = moved(shown.contacts, from, to)
    if (contacts === shown.contacts) return
    change({ ...shown, contacts })
    setTold(t('alerts.moved', { name: contact.email, place: to + 1, count: contacts.length }))
  }
  const drag = useDrag(list, move)
  const moveByButton = (from: number, to: number) => {
    move(from, to)
    focusRow(list, { at: to, button: to < from ? 'up' : 'down' })
  }
  if (shown === undefined) return <UnloadedList error={draft.loadError} onRetry={draft.reload} />

  const replace = (next: ContactDraft) =>
    change({ ...shown, contacts: shown.contacts.map((each) => (each.key === next.key ? next : each)) })
  const remove = (at: number) => {
    const name = shown.contacts[at]?.email.trim() || t('alerts.newContact')
    const contacts = shown.contacts.filter((_, other) => other !== at)
    change({ ...shown, contacts })
    setTold(t('list.removed', { name }))
    focusRow(list, { at: Math.min(at, contacts.length - 1), button: 'remove', orElse: addButton })
  }
  const add = () => {
    const next = withContact(shown)
    const key = next.contacts.at(-1)?.key
    change(next)
    // Once it is drawn: it was asked for, to be typed into.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-contact="${key}"]`)?.focus())
  }
  return (
    <>
      <FormFailure error={draft.failure} />
      <Seconds
        label={t('alerts.within')}
        hint={t('alerts.withinHint')}
        isWrong={faults?.within === true}
        bounds={[MIN_ACKNOWLEDGE_WITHIN_S, MAX_ACKNOWLEDGE_WITHIN_S]}
        value={shown.within}
        onLeave={draft.leave}
        onChange={(within) => change({ ...shown, within })}
      />
      <Seconds
        label={t('alerts.arrive')}
        hint={t('alerts.arriveHint')}
        isWrong={faults?.arrive === true}
        bounds={[MIN_ARRIVE_WITHIN_S, MAX_ARRIVE_WITHIN_S]}
        value={shown.arrive}
        onLeave={draft.leave}
        onChange={(arrive) => change({ ...shown, arrive })}
      />
      <ul ref={list} className={styles.rows} aria-label={t('alerts.contacts')} {...drag.list}>
        {shown.contacts.map((contact, at) => (
          <ContactRow
            key={contact.key}
            contact={contact}
            at={at}
            count={shown.contacts.length}
            isHeld={drag.from === at}
            handle={drag.handle(at)}
            faults={faults?.contacts.get(contact.key)}
            onChange={replace}
            onLeave={draft.leave}
            onMove={(to) => moveByButton(at, to)}
            onRemove={() => remove(at)}
          />
        ))}
        {shown.contacts.length === 0 && <li className={styles.none}>{t('alerts.ownerTold')}</li>}
      </ul>
      <div className={styles.add}>
        <Button
          ref={addButton}
          size="small"
          icon={<Glyph icon={IconPlus} size={16} />}
          aria-disabled={isFull(shown)}
          title={isFull(shown) ? t('alerts.full', { most: MAX_ALERT_CONTACTS }) : undefined}
          onClick={add}
        >
          {t('alerts.add')}
        </Button>
        {shown.contacts.length > 0 && <p>{t('alerts.emptyMeansOwner')}</p>}
      </div>
      <p role="status" className="wb-visually-hidden">
        {told}
      </p>
    </>
  )
}

interface SecondsProps {
  readonly label: string
  readonly hint: string
  readonly isWrong: boolean
  readonly bounds: readonly [least: number, most: number]
  readonly value: string
  readonly onLeave: () => void
  readonly onChange: (value: string) => void
}

function Seconds({ label, hint, isWrong, bounds: [least, most], value, onLeave, onChange }: SecondsProps) {
  const t = useT()
  const id = useId()
  return (
    <div className={styles.within}>
      <strong aria-hidden="true">{label}</strong>
      <span>
        <RowInput
          label={label}
          inputMode="numeric"
          maxLength={5}
          isWrong={isWrong}
          aria-describedby={id}
          value={value}
          onBlur={onLeave}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {t('alerts.seconds')}
      </span>
      <FieldNote id={id} fault={isWrong ? t('alerts.secondsFault', { least, most }) : undefined} hint={hint} />
    </div>
  )
}

interface ContactRowProps {
  readonly contact: ContactDraft
  readonly at: number
  readonly count: number
  readonly isHeld: boolean
  readonly handle: ReturnType<ReturnType<typeof useDrag>['handle']>
  readonly faults: ContactFaults | undefined
  readonly onChange: (contact: ContactDraft) => void
  readonly onLeave: () => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

function ContactRow({ contact, at, count, isHeld, handle, faults, ...on }: ContactRowProps) {
  const t = useT()
  const id = useId()
  const number = at + 1
  const name = contact.email.trim() || t('alerts.newContact')
  const isUnconfirmed = contact.unconfirmed !== undefined && contact.unconfirmed === contact.email.trim()
  const fault = faults?.email
    ? t(EMAIL_FAULTS[faults.email])
    : faults?.pause && t('alerts.secondsFault', { least: 0, most: MAX_CONTACT_AFTER_S })
  return (
    <li className={styles.contact} data-held={isHeld || undefined}>
      <span className={styles.handle} title={t('alerts.drag', { name })} {...handle}>
        <Glyph icon={IconGripVertical} size={16} />
      </span>
      <RowInput
        label={t('alerts.contactEmail', { number })}
        type="email"
        placeholder={t('forms.email')}
        isWrong={faults?.email !== undefined}
        aria-describedby={`${id}-note`}
        data-contact={contact.key}
        maxLength={254}
        value={contact.email}
        onBlur={(event) => event.currentTarget.value !== '' && on.onLeave()}
        onChange={(event) => on.onChange({ ...contact, email: event.currentTarget.value })}
      />
      <span className={styles.pause}>
        <span>{t('alerts.after')}</span>
        <RowInput
          label={t('alerts.contactPause', { number })}
          inputMode="numeric"
          isWrong={faults?.pause === true}
          aria-describedby={`${id}-note`}
          maxLength={5}
          value={contact.pause}
          onBlur={on.onLeave}
          onChange={(event) => on.onChange({ ...contact, pause: event.currentTarget.value })}
        />
        <span>{t('alerts.seconds')}</span>
      </span>
      <span className={styles.actions}>
        <RowMoves
          at={at}
          count={count}
          up={t('alerts.up', { name })}
          down={t('alerts.down', { name })}
          onMove={on.onMove}
        />
        <IconButton data-row-button="remove" label={t('alerts.remove', { name })} onClick={on.onRemove}>
          <Glyph icon={IconTrash} size={16} />
        </IconButton>
      </span>
      <div className={styles.fault}>
        <FieldNote
          id={`${id}-note`}
          fault={fault || undefined}
          hint={isUnconfirmed ? t('alerts.unconfirmed') : undefined}
        />
        {isUnconfirmed && <AskAgain email={contact.email.trim()} />}
      </div>
    </li>
  )
}

/** Sends the mail by which a contact agrees once more. */
function AskAgain({ email }: { email: string }) {
  const t = useT()
  const ask = useAskContact()
  return (
    <p className={styles.ask}>
      <Button
        size="small"
        aria-disabled={ask.isPending}
        onClick={() => !ask.isPending && ask.mutate(email, { onError: showError })}
      >
        {t('alerts.askAgain')}
      </Button>
      <span role="status">{ask.isSuccess && t('alerts.asked', { email })}</span>
    </p>
  )
}
