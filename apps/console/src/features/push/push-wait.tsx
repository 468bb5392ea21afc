/** Asks to wait while a sign-in waits for the push token of this browser: a few seconds at most. Source: specification §8. */
import { useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { pushState } from './push-token.ts'
import styles from './push-wait.module.css'

export function PushWait({ isPending }: { isPending: boolean }) {
  const t = useT()
  const isComing = useStore(pushState) === 'coming'
  return <div role="status">{isPending && isComing && <p className={styles.wait}>{t('session.pushWait')}</p>}</div>
}
