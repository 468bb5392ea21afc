/**
 * The card a sender is set up from: its steps, what is typed, a code to scan, and how far it has come. The password is on it and
 * nowhere else; a press beside the card does not close it.
 */
import { useQuery } from '@tanstack/react-query'
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import type { Station } from '@whereabouts/contract/stations'
import { isHardwareKind } from '@whereabouts/domain/senders'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { credentials } from '../../locales/credentials.ts'
import { senderSetup } from '../../locales/sender-setup.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Steps } from '../../ui/steps.tsx'
import { PlaceDialog } from '../stations/drawer/place-dialog.tsx'
import { CopyField } from './copy-field.tsx'
import styles from './credentials.module.css'
import { PayloadKeyDialog } from './payload-key-dialog.tsx'
import { awaitedCredentialsQuery } from './queries.ts'
import { SenderProgress } from './sender-progress.tsx'
import { GUIDES, type Guide, setupOf } from './setup.ts'
import { SHELLY_SCRIPT } from './shelly-script.ts'

addTexts(credentials)
addTexts(senderSetup)

interface SetupCardProps {
  readonly credential: CredentialWithPassword
  readonly onClose: () => void
}

export function SetupCard({ credential, onClose }: SetupCardProps) {
  const t = useT()
  const { sender_id: name, kind } = credential
  const [guide, setGuide] = useState<Guide>(kind === 'any' ? GUIDES[0] : kind)
  const { data: senders } = useQuery(awaitedCredentialsQuery)
  const sender = senders?.find(({ sender_id }) => sender_id === name)
  const [placing, setPlacing] = useState<Station>()
  const [isKeyAsked, setIsKeyAsked] = useState(false)
  const { addresses } = credential
  const [chosen, setChosen] = useState(addresses[0]?.url)
  const address = addresses.find(({ url }) => url === chosen)
  const { facts, steps, scan, opensApp, hasScript } = setupOf(guide, { ...credential, ...address })
  return (
    <>
      <Dialog
        placement="wide"
        title={t('setup.title', { name })}
        onClose={onClose}
        onSubmit={onClose}
        actions={
          <Button tone="primary" type="submit">
            {t('dialog.done')}
          </Button>
        }
      >
        <div className={styles.notes}>
          {!isHardwareKind(kind) && <InfoNotice>{t('setup.once')}</InfoNotice>}
          {address === undefined && <InfoNotice>{t('setup.local')}</InfoNotice>}
        </div>
        {addresses.length > 1 && (
          <div className={styles.guide}>
            <SelectField
              label={t('setup.address')}
              hint={t('setup.addressHint')}
              value={chosen ?? ''}
              options={addresses.map(({ url }) => ({ value: url, label: url }))}
              onChange={setChosen}
            />
          </div>
        )}
        {kind === 'any' && (
          <div className={styles.guide}>
            <SelectField
              label={t('setup.guide')}
              value={guide}
              options={GUIDES.filter((value) => value !== 'reader' && !isHardwareKind(value)).map((value) => ({
                value,
                label: t(`senders.kind.${value}`),
              }))}
              onChange={(chosen) => setGuide(chosen as Guide)}
            />
          </div>
        )}
        <div className={styles.card}>
          <div className={styles.column}>
            <h3>{t('setup.steps')}</h3>
            <Steps steps={steps.map((step) => t(step))} />
          </div>
          <div className={styles.column}>
            {/* A code with an address that no phone reaches would lead it nowhere. */}
            {scan !== undefined && address !== undefined && (
              <div className={styles.scan}>
                <QrCode text={scan} label={t('setup.qr', { kind: t(`senders.kind.${guide}`) })} />
                {opensApp && (
                  <ButtonLink size="small" href={scan} rel="noreferrer">
                    {t('setup.open')}
                  </ButtonLink>
                )}
              </div>
            )}
            {facts.map(({ label, value }) => (
              <CopyField key={label} label={t(label)} value={label === 'setup.tls' ? t('setup.tlsOn') : value} />
            ))}
          </div>
        </div>
        {hasScript && (
          <div className={styles.script}>
            <CopyField isLong label={t('setup.script')} value={SHELLY_SCRIPT} />
          </div>
        )}
        <SenderProgress sender={sender} onPlace={setPlacing} onKey={() => setIsKeyAsked(true)} />
      </Dialog>
      {/* Forms of their own, so that they stand beside this one. */}
      {placing && <PlaceDialog station={placing} onClose={() => setPlacing(undefined)} />}
      {isKeyAsked && sender && <PayloadKeyDialog sender={sender} onClose={() => setIsKeyAsked(false)} />}
    </>
  )
}
