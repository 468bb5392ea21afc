/** The person's photo: shown round, changed by cropping. Source: specification §2; G08. */
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { SettingRow } from '../../ui/setting-rows.tsx'
import { useSession } from '../auth/session-store.ts'
import { PhotoCropper } from '../pictures/photo-cropper.tsx'
import styles from './account-dialogs.module.css'
import { Avatar } from './avatar.tsx'
import { useChangeProfile } from './queries.ts'

export function PhotoRow() {
  const t = useT()
  const { userInfo } = useSession()
  const change = useChangeProfile()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingRow
      label={t('info.headshot')}
      action={
        <>
          {userInfo?.headshot && (
            <Button
              size="small"
              aria-label={t('info.removeHeadshot')}
              isPending={change.isPending}
              onClick={() => change.mutate({ headshot: '' }, { onError: showError })}
            >
              {t('info.remove')}
            </Button>
          )}
          <Button size="small" aria-label={t('info.changeHeadshot')} onClick={() => setIsOpen(true)}>
            {t('info.change')}
          </Button>
        </>
      }
    >
      <span className={styles.line}>
        <Avatar profile={userInfo} size={44} />
        <small>{t('info.headshotHint')}</small>
      </span>
      {isOpen && (
        <PhotoCropper
          title={t('info.changeHeadshot')}
          onCropped={(headshot) => change.mutateAsync({ headshot })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingRow>
  )
}
