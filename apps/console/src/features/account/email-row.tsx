/** The e-mail address: whether it is verified, and the way to another one. Source: specification §4, §5; G27, G28. */
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { showError, showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { SettingRow } from '../../ui/setting-rows.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { useSession } from '../auth/session-store.ts'
import styles from './account-dialogs.module.css'
import { EmailDialog } from './email-dialog.tsx'
import { useResendVerification } from './queries.ts'

export function EmailRow({ canChange }: { canChange: boolean }) {
  const t = useT()
  const { userInfo } = useSession()
  const email = userInfo?.email ?? ''
  const resend = useResendVerification()
  const [isOpen, setIsOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()

  const sendAgain = () =>
    resend.mutate(email, {
      onSuccess: () => showToast({ tone: 'success', text: t('info.resent', { email }) }),
      onError: showError,
    })
  return (
    <SettingRow
      label={t('info.email')}
      action={
        canChange && (
          <Button size="small" aria-label={t('info.changeEmail')} onClick={() => setIsOpen(true)}>
            {t('info.change')}
          </Button>
        )
      }
    >
      <span className={styles.line}>
        <span>{email}</span>
        {userInfo?.verified ? (
          <StateMark icon={IconCheck} words={t('info.verified')} />
        ) : (
          <>
            <StateMark tone="warn" icon={IconAlertCircle} words={t('info.unverified')} />
            {canChange && (
              <Button size="small" isPending={resend.isPending} onClick={sendAgain}>
                {t('info.resend')}
              </Button>
            )}
          </>
        )}
      </span>
      <p role="status" className={styles.sent}>
        {sentTo && t('info.emailSent', { email: sentTo })}
      </p>
      {isOpen && (
        <EmailDialog
          current={email}
          onSent={(sent) => {
            setSentTo(sent)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingRow>
  )
}
