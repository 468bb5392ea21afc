/**
 * The card a sender is set up from: its steps, what is typed, a code to scan, and whether it has reported. The password is on
 * it and nowhere else; a press beside the card does not close it.
 */
import { IconCheck, IconClock, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { isHardwareKind } from '@whereabouts/domain/senders'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { useLive } from '../live/hooks.ts'
import { CopyField } from './copy-field.tsx'
import styles from './credentials.module.css'
import { GUIDES, type Guide, isLocal, setupOf } from './setup.ts'
import { SHELLY_SCRIPT } from './shelly-script.ts'

interface SetupCardProps {
  readonly credential: CredentialWithPassword
  readonly isHeard: boolean | undefined
  readonly onClose: () => void
}

export function SetupCard({ credential, isHeard, onClose }: SetupCardProps) {
  const t = useT()
  const { sender_id: name, kind } = credential
  const [guide, setGuide] = useState<Guide>(kind === 'any' ? GUIDES[0] : kind)
  const { store } = useLive()
  const { facts, steps, scan, opensApp, hasScript } = setupOf(guide, credential)
  const isOnMap = store.trackers.get(name) !== undefined
  return (
    <Dialog
      placement="wide"
      title={t('setup.title', { name })}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <>
          {isHeard && isOnMap && (
            <Link {...mapPath({ device: name })} className={controls.button}>
              <Glyph icon={IconMapPin} size={16} />
              {t('setup.showOnMap')}
            </Link>
          )}
          <Button tone="primary" type="submit">
            {t('dialog.done')}
          </Button>
        </>
      }
    >
      <div className={styles.notes}>
        {!isHardwareKind(kind) && <InfoNotice>{t('setup.once')}</InfoNotice>}
        {isLocal(credential.url) && <InfoNotice>{t('setup.local')}</InfoNotice>}
      </div>
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
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
        </div>
        <div className={styles.column}>
          {scan !== undefined && (
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
      <div role="status" className={styles.heard}>
        {kind === 'reader' ? null : isHeard ? (
          <StateMark icon={IconCheck} words={t('setup.heard')} />
        ) : (
          <StateMark tone="warn" icon={IconClock} words={t('setup.waiting')} />
        )}
      </div>
    </Dialog>
  )
}
