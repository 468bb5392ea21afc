/** Signing out from the account page. */
import { IconLogout } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { signOut } from '../auth/sign-in.ts'
import styles from './account-dialogs.module.css'

export function SignOutCard() {
  const t = useT()
  return (
    <section className={styles.card} aria-labelledby="sign-out">
      <div>
        <h2 id="sign-out">{t('info.signOut')}</h2>
        <p>{t('info.signOutHint')}</p>
      </div>
      <Button icon={<Glyph icon={IconLogout} size={16} />} onClick={() => signOut().catch(showError)}>
        {t('info.signOut')}
      </Button>
    </section>
  )
}
