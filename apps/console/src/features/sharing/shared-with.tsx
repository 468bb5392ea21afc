/** Whom an own device is offered to, whether they accepted, and the ways to change that. */
import { IconClock, IconSend, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import type { Share } from '@whereabouts/contract/sharing'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import detail from '../../ui/detail.module.css'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { sharesQuery, useShare, useUnshare } from './queries.ts'
import styles from './sharing.module.css'

/** The name is known of those only who accepted. */
const nameOf = ({ fullname, email }: Share): string => fullname || email

type Open = { readonly dialog: 'invite' } | { readonly dialog: 'stop'; readonly share: Share }

export function SharedWith({ tracker: { device_id: id, name } }: { tracker: Tracker }) {
  const t = useT()
  const { data: shares, error, refetch } = useQuery(sharesQuery(id))
  const [open, setOpen] = useState<Open>()
  const [done, setDone] = useState<string>()
  const share = useShare(id)
  const close = () => setOpen(undefined)
  const invited = (email: string) => {
    setDone(t('sharing.sent', { email }))
    close()
  }
  const resend = ({ email }: Share) =>
    share.mutate(
      { email, resend: true },
      {
        onSuccess: () => invited(email),
        onError: (failure) => {
          // The mail of a moment ago is on its way (G64).
          if (isRefusal(failure, errors.duplicateMessage)) invited(email)
          else showError(failure)
        },
      },
    )

  return (
    <section className={detail.section} aria-label={t('sharing.title')}>
      <div className={detail.sectionHead}>
        <h3>{t('sharing.title')}</h3>
        <button
          type="button"
          className={detail.edit}
          onClick={() => {
            setDone(undefined)
            setOpen({ dialog: 'invite' })
          }}
        >
          {t('sharing.invite')}
        </button>
      </div>
      {shares === undefined && error !== null && (
        <div className={styles.failed}>
          <FormFailure error={error} />
          <Button size="small" onClick={() => void refetch()}>
            {t('form.retry')}
          </Button>
        </div>
      )}
      {shares?.length === 0 && <p className={detail.small}>{t('sharing.none')}</p>}
      {shares !== undefined && shares.length > 0 && (
        <ul className={styles.people}>
          {shares.map((each) => (
            <li key={each.id}>
              <Initials name={nameOf(each)} size={28} />
              <span className={styles.person}>
                <strong>{nameOf(each)}</strong>
                <small className="wb-num">
                  {each.accepted ? each.email : t('sharing.invited', { time: formatTime(each.created_time) })}
                </small>
              </span>
              <span className={styles.state} data-waiting={!each.accepted || undefined}>
                {!each.accepted && <Glyph icon={IconClock} size={13} />}
                {t(each.accepted ? 'sharing.accepted' : 'sharing.waiting')}
              </span>
              <span className={styles.buttons}>
                {!each.accepted && (
                  <IconButton
                    size="small"
                    label={t('sharing.resendTo', { name: nameOf(each) })}
                    aria-busy={(share.isPending && share.variables.email === each.email) || undefined}
                    onClick={() => {
                      if (!share.isPending) resend(each)
                    }}
                  >
                    <Glyph icon={IconSend} size={15} />
                  </IconButton>
                )}
                <IconButton
                  size="small"
                  label={t('sharing.stopWith', { name: nameOf(each) })}
                  onClick={() => setOpen({ dialog: 'stop', share: each })}
                >
                  <Glyph icon={IconX} size={15} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.done}>
        <DoneNotice>{done}</DoneNotice>
      </div>
      {open?.dialog === 'invite' && (
        <InviteDialog
          deviceId={id}
          name={name}
          onSent={invited}
          onStop={(email) => {
            const known = shares?.find((each) => each.email.toLowerCase() === email.toLowerCase())
            if (known === undefined) close()
            else setOpen({ dialog: 'stop', share: known })
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'stop' && (
        <StopSharing
          deviceId={id}
          device={name}
          share={open.share}
          onDone={() => {
            setDone(t('sharing.stopped', { name: nameOf(open.share) }))
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface StopSharingProps {
  readonly deviceId: string
  readonly device: string
  readonly share: Share
  readonly onDone: () => void
  readonly onClose: () => void
}

function StopSharing({ deviceId, device, share, onDone, onClose }: StopSharingProps) {
  const t = useT()
  const unshare = useUnshare(deviceId)
  const stop = () =>
    unshare.mutate(share.id, {
      onSuccess: onDone,
      onError: (failure) => {
        // The other side or a colleague ended it meanwhile: that is what was asked for.
        if (isRefusal(failure, errors.resourceNotFound)) onDone()
      },
    })
  return (
    <ConfirmDialog
      isDangerous
      title={t('sharing.stopTitle', { name: nameOf(share) })}
      verb={t('sharing.stop')}
      isPending={unshare.isPending}
      failure={unshare.error}
      onConfirm={stop}
      onClose={onClose}
    >
      <p>{share.accepted ? t('sharing.stopHint', { device }) : t('sharing.stopWaitingHint')}</p>
    </ConfirmDialog>
  )
}
