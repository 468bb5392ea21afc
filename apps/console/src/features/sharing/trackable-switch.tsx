/** Whether a phone may be tracked. Off, it is in no list any more; the list of senders has the way back. Source: G23, G41. */
import { useMutation } from '@tanstack/react-query'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { api } from '../../lib/signed-in-api.ts'
import detail from '../../ui/detail.module.css'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'

export function TrackableSwitch({ tracker: { device_id, name } }: { tracker: Tracker }) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  // Once it is done the stream takes the phone, and with it these details, off the page.
  const stop = useMutation({
    mutationFn: () => api.trackers.setTrackable({ body: { device_id, trackable: false } }),
    onSuccess: close,
  })
  return (
    <div className={`${detail.section} ${detail.switch}`}>
      <div>
        <strong>{t('sharing.trackable')}</strong>
        <span className={detail.small}>{t('sharing.trackableHint')}</span>
      </div>
      <SwitchBox label={t('sharing.trackable')} isOn onSwitch={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          isDangerous
          title={t('sharing.untrackTitle', { name })}
          verb={t('sharing.untrackVerb')}
          isPending={stop.isPending}
          failure={stop.error}
          onConfirm={() => stop.mutate()}
          onClose={close}
        >
          <p>{t('sharing.untrackHint')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
