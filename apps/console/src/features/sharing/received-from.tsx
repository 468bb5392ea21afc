/** Who shares a device with this account, and the way to let it go. */
import { useQuery } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { Button } from '../../ui/button.tsx'
import detail from '../../ui/detail.module.css'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Initials } from '../../ui/initials.tsx'
import { receivedQuery, useUnshare } from './queries.ts'
import styles from './sharing.module.css'

interface ReceivedFromProps {
  readonly tracker: Tracker
  readonly canLeave: boolean
}

export function ReceivedFrom({ tracker, canLeave }: ReceivedFromProps) {
  const t = useT()
  const { data: giver, error, refetch } = useQuery(receivedQuery(tracker.device_id))
  const [isLeaving, setIsLeaving] = useState(false)
  const shareId = tracker.sharing.share_from?.id
  return (
    <section className={detail.section} aria-label={t('sharing.fromTitle')}>
      <h3>{t('sharing.fromTitle')}</h3>
      {giver === undefined && error !== null && (
        <div className={styles.failed}>
          <FormFailure error={error} />
          <Button size="small" onClick={() => void refetch()}>
            {t('form.retry')}
          </Button>
        </div>
      )}
      {giver && (
        <div className={styles.giver}>
          <Initials name={giver.fullname} size={28} />
          <span className={styles.person}>
            <strong>{giver.fullname}</strong>
            <small>{giver.email}</small>
          </span>
        </div>
      )}
      {canLeave ? (
        <Button size="small" tone="remove" onClick={() => setIsLeaving(true)}>
          {t('sharing.leave')}
        </Button>
      ) : (
        <p className={detail.small}>{t('sharing.leaveRole')}</p>
      )}
      {isLeaving && shareId !== undefined && (
        <Leave
          tracker={tracker}
          shareId={shareId}
          person={giver?.fullname || giver?.email || ''}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </section>
  )
}

interface LeaveProps {
  readonly tracker: Tracker
  readonly shareId: string
  readonly person: string
  readonly onClose: () => void
}

/** Once it is done the stream takes the device, and with it these details, off the page. */
function Leave({ tracker, shareId, person, onClose }: LeaveProps) {
  const t = useT()
  const unshare = useUnshare(tracker.device_id)
  const leave = () =>
    unshare.mutate(shareId, {
      onSuccess: onClose,
      onError: (failure) => {
        // Its giver ended it meanwhile.
        if (isRefusal(failure, errors.resourceNotFound, errors.deviceNotFound)) onClose()
      },
    })
  return (
    <ConfirmDialog
      isDangerous
      title={t('sharing.leaveTitle', { name: tracker.name })}
      verb={t('sharing.leave')}
      isPending={unshare.isPending}
      failure={unshare.error}
      onConfirm={leave}
      onClose={onClose}
    >
      <p>{t('sharing.leaveHint', { person })}</p>
    </ConfirmDialog>
  )
}
