/** The stack of messages at the right edge: newest on top, four at most, closed by people only. */
import { IconAlertCircleFilled, IconCheck, IconChecks, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { createStore } from '../lib/store.ts'
import { clearToasts, closeToast, type Toast, toastStore } from '../lib/toasts.ts'
import { useMedia } from '../lib/use-media.ts'
import { useStore } from '../lib/use-store.ts'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'
import { Moment } from './moment.tsx'
import styles from './toasts.module.css'

const MOST_SHOWN = 4
/** Where pages have no room to spare at their right. */
const MOST_SHOWN_NARROW = 1
const ICONS = { error: IconAlertCircleFilled, info: IconInfoCircle, success: IconCheck } as const

function ToastCard({ toast }: { toast: Toast }) {
  const t = useT()
  return (
    <li className={styles.toast} data-tone={toast.tone}>
      <span className={styles.icon}>{toast.icon ?? <Glyph icon={ICONS[toast.tone]} />}</span>
      <div className={styles.body}>
        {toast.title && <p className={styles.title}>{toast.title}</p>}
        <p className={`${styles.text} wb-num`}>{toast.text}</p>
        {(toast.happenedAtMs !== undefined || toast.action !== undefined) && (
          <p className={`${styles.foot} wb-num`}>
            {toast.happenedAtMs !== undefined && <Moment atMs={toast.happenedAtMs} />}
            {toast.action?.(() => closeToast(toast.id))}
          </p>
        )}
      </div>
      <span className={styles.close}>
        <IconButton size="small" label={t('toasts.close')} onClick={() => closeToast(toast.id)}>
          <Glyph icon={IconX} size={15} />
        </IconButton>
      </span>
    </li>
  )
}

/** The place above all messages, into which any part of the console may render. */
export const pinnedPlace = createStore<HTMLElement | null>(null)

export function Toasts() {
  const t = useT()
  const toasts = useStore(toastStore)
  const [isWhole, setIsWhole] = useState(false)
  const most = useMedia('(max-width: 1199px)') ? MOST_SHOWN_NARROW : MOST_SHOWN
  const shown = isWhole ? toasts : toasts.slice(0, most)
  const hiddenCount = toasts.length - shown.length
  if (toasts.length <= most && isWhole) setIsWhole(false)

  return (
    <section className={styles.stack} aria-label={t('toasts.region')}>
      <div ref={pinnedPlace.set} className={styles.pinned} />
      {toasts.length > 1 && (
        <button type="button" className={styles.clear} onClick={clearToasts}>
          <Glyph icon={IconChecks} size={15} />
          {t('toasts.clearAll')} <span className="wb-num">{toasts.length}</span>
        </button>
      )}
      <ul aria-live="polite" className={styles.list}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <button type="button" className={styles.clear} onClick={() => setIsWhole(true)}>
          {t('toasts.more', { count: hiddenCount })}
        </button>
      )}
    </section>
  )
}
