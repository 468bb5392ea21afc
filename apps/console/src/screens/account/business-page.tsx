/** Business accounts: an integrator's customers. Source: specification §2, §6; G36; design language §13.13. */
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BusinessUser } from '@whereabouts/contract/integrators'
import { useState } from 'react'
import { DeleteUserDialog } from '../../features/integrators/delete-user-dialog.tsx'
import { NewUserDialog } from '../../features/integrators/new-user-dialog.tsx'
import { businessUsersQuery } from '../../features/integrators/queries.ts'
import { UsersTable } from '../../features/integrators/users-table.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { integrators } from '../../locales/integrators.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import styles from './account.module.css'

addTexts(integrators)

const matching = (users: readonly BusinessUser[], text: string): readonly BusinessUser[] => {
  const wanted = text.trim().toLowerCase()
  return users.filter(({ fullname, email }) => `${fullname}\n${email}`.toLowerCase().includes(wanted))
}

export default function BusinessPage() {
  const t = useT()
  const { data: users, error, refetch } = useQuery(businessUsersQuery)
  const [text, setText] = useState('')
  const [isMaking, setIsMaking] = useState(false)
  const [doomed, setDoomed] = useState<BusinessUser>()
  // Told in the page: a message at the edge would cover the button that makes the next one.
  const [outcome, setOutcome] = useState<string>()
  const found = matching(users ?? [], text)
  const newButton = (
    <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={() => setIsMaking(true)}>
      {t('business.new')}
    </Button>
  )

  return (
    <PageBody
      title={t('menu.account.business')}
      hint={t('business.hint')}
      action={users && users.length > 0 && newButton}
    >
      <div role="status" className={styles.outcome}>
        {outcome && <StateMark icon={IconCheck} words={outcome} />}
      </div>
      {users === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {users?.length === 0 && <EmptyList title={t('business.none')} action={newButton} />}
      {users && users.length > 0 && (
        <>
          <div className={styles.search}>
            <SearchField label={t('business.search')} value={text} onChange={setText} />
            <p role="status">{t('business.count', { count: found.length })}</p>
          </div>
          {found.length === 0 ? (
            <EmptyList
              title={t('business.noMatch', { text })}
              action={<Button onClick={() => setText('')}>{t('business.clear')}</Button>}
            />
          ) : (
            <UsersTable users={found} onDelete={setDoomed} />
          )}
        </>
      )}
      {isMaking && (
        <NewUserDialog
          onMade={(email) => {
            setOutcome(t('business.invited', { email }))
            setIsMaking(false)
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {doomed && (
        <DeleteUserDialog
          user={doomed}
          onDeleted={() => {
            setOutcome(t('business.deleted', { name: doomed.fullname }))
            setDoomed(undefined)
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </PageBody>
  )
}
