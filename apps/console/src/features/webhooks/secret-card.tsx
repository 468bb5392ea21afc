/** The secret of a webhook, on this card and nowhere else; a press beside it does not close it. */
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { CopyField } from '../credentials/copy-field.tsx'
import styles from './webhooks.module.css'

interface SecretCardProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

export function SecretCard({ name, secret, onClose }: SecretCardProps) {
  const t = useT()
  return (
    <Dialog
      title={t('webhooks.secretTitle', { name })}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <Button tone="primary" type="submit">
          {t('dialog.done')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <InfoNotice>{t('webhooks.secretOnce')}</InfoNotice>
        <CopyField label={t('webhooks.secret')} value={secret} />
      </div>
    </Dialog>
  )
}
