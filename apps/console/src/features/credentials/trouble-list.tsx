/** What was set aside of a sender: how often, why, and what helps; at the list of senders and at its station or phone. */
import { useQuery } from '@tanstack/react-query'
import type { Credential } from '@whereabouts/contract/credentials'
import { may } from '@whereabouts/contract/roles'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { credentials } from '../../locales/credentials.ts'
import { senderTroubles } from '../../locales/sender-troubles.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import styles from './credentials.module.css'
import { PayloadKeyDialog } from './payload-key-dialog.tsx'
import { credentialsQuery } from './queries.ts'
import { needsKey, troublesOf } from './set-aside.ts'

addTexts(credentials)
addTexts(senderTroubles)

interface TroubleListProps {
  readonly sender: Credential
  /** Asks for the key of its encryption. */
  readonly onKey: () => void
}

function TroubleList({ sender, onKey }: TroubleListProps) {
  const t = useT()
  return (
    <ul className={styles.troubles}>
      {troublesOf(sender.set_aside).map(({ trouble, what, count, isHarmless }) => (
        <li key={`${trouble} ${what}`} data-harmless={isHarmless || undefined}>
          <strong>{t(`trouble.${trouble}`, { what })}</strong>
          <span className="wb-num">{t('senders.times', { count })}</span>
          <p>{t(`trouble.${trouble}.remedy`, { what })}</p>
          {needsKey({ trouble }) && (
            <Button size="small" onClick={onKey}>
              {t('payloadKey.enter')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface TroubleDialogProps extends TroubleListProps {
  readonly onClose: () => void
}

export function TroubleDialog({ onClose, ...rest }: TroubleDialogProps) {
  const t = useT()
  return (
    <Dialog
      title={t('senders.setAsideOf', { name: rest.sender.sender_id })}
      onClose={onClose}
      actions={
        <Button onClick={onClose} data-autofocus>
          {t('dialog.close')}
        </Button>
      }
    >
      <p className={styles.lead}>{t('senders.setAsideHint')}</p>
      <TroubleList {...rest} />
    </Dialog>
  )
}

interface SenderTroublesProps {
  /** Of a phone the id of its device, of a station its own. */
  readonly id: string
  readonly className: string | undefined
}

/** At the details of a phone or station; nothing where nothing was set aside, or for who may not see senders. */
export function SenderTroubles({ id, className }: SenderTroublesProps) {
  const rights = rightsOf(useSession())
  return rights !== undefined && may(rights, 'manageCredentials') ? <Section id={id} className={className} /> : null
}

function Section({ id, className }: SenderTroublesProps) {
  const t = useT()
  const { data: senders } = useQuery(credentialsQuery)
  const [isKeyAsked, setIsKeyAsked] = useState(false)
  const sender = senders?.find((each) => each.sender_id === id || each.t4_id === id)
  if (sender === undefined || sender.set_aside.length === 0) return null
  return (
    <section className={className} aria-label={t('senders.setAsideTitle')}>
      <h3>{t('senders.setAsideTitle')}</h3>
      <TroubleList sender={sender} onKey={() => setIsKeyAsked(true)} />
      {isKeyAsked && <PayloadKeyDialog sender={sender} onClose={() => setIsKeyAsked(false)} />}
    </section>
  )
}
