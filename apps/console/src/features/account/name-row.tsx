/** The person's name. */
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SettingRow } from '../../ui/setting-rows.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'
import { useSession } from '../auth/session-store.ts'
import { useChangeProfile } from './queries.ts'

export function NameRow({ canChange }: { canChange: boolean }) {
  const t = useT()
  const name = useSession().userInfo?.fullname ?? ''
  const change = useChangeProfile()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <SettingRow
      label={t('info.name')}
      action={
        canChange && (
          <Button size="small" aria-label={t('info.editName')} onClick={() => setIsOpen(true)}>
            {t('info.edit')}
          </Button>
        )
      }
    >
      {name}
      {isOpen && (
        <TextDialog
          title={t('info.editName')}
          label={t('info.name')}
          start={name}
          faultOf={(text) => (text.trim() === '' ? t('info.nameMissing') : undefined)}
          isPending={change.isPending}
          failure={change.error}
          onSave={(fullname) => change.mutate({ fullname }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </SettingRow>
  )
}
