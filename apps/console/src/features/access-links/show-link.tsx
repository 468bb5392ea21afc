/** The link itself: to copy, to scan. */
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { AccessLink } from '@whereabouts/contract/access-links'
import { useT } from '../../lib/i18n.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './access-links.module.css'
import { linkUrl } from './link-url.ts'
import { useCopyLink } from './use-copy-link.ts'

interface ShowLinkProps {
  readonly link: AccessLink
  /** It was made just now. */
  readonly isNew: boolean
  readonly onClose: () => void
}

export function ShowLink({ link, isNew, onClose }: ShowLinkProps) {
  const t = useT()
  const { isCopied, copy } = useCopyLink(link)
  const url = linkUrl(link.link_code)
  return (
    <Dialog
      title={isNew ? t('links.made', { name: link.name }) : link.name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.done')}</Button>
          <Button
            tone="primary"
            data-autofocus
            icon={<Glyph icon={isCopied ? IconCheck : IconCopy} size={16} />}
            onClick={() => copy().catch(showError)}
          >
            <span aria-live="polite">{t(isCopied ? 'links.copied' : 'links.copy')}</span>
          </Button>
        </>
      }
    >
      <p>{t('links.madeHint')}</p>
      <div className={styles.qr}>
        <QrCode text={url} label={t('links.qr', { name: link.name })} />
      </div>
      <TextField
        isCompact
        readOnly
        label={t('links.address')}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
