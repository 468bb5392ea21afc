/** Business accounts: who, since when, whether the invitation was taken up, and the attendance switch. Source: G36. */
import { Switch } from '@mantine/core'
import { IconCheck, IconClock, IconTrash } from '@tabler/icons-react'
import type { BusinessUser } from '@whereabouts/contract/integrators'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import table from '../../ui/table.module.css'
import { ATTENDANCE, useSwitchAttendance } from './queries.ts'

interface UsersTableProps {
  readonly users: readonly BusinessUser[]
  readonly onDelete: (user: BusinessUser) => void
}

export function UsersTable({ users, onDelete }: UsersTableProps) {
  const t = useT()
  const switchAttendance = useSwitchAttendance()
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('business.account')}</th>
            <th scope="col">{t('business.email')}</th>
            <th scope="col">{t('business.attendance')}</th>
            <th scope="col">{t('business.created')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.user_id}>
              <td className={table.main}>
                <strong>{user.fullname}</strong>
                <small>{user.email}</small>
              </td>
              <td>
                {user.verified ? (
                  <StateMark icon={IconCheck} words={t('business.verified')} />
                ) : (
                  <StateMark tone="warn" icon={IconClock} words={t('business.unverified')} />
                )}
              </td>
              <td>
                <Switch
                  size="sm"
                  aria-label={t('business.attendanceOf', { name: user.fullname })}
                  checked={user.groups.includes(ATTENDANCE)}
                  onChange={(event) =>
                    switchAttendance.mutate({ user, isOn: event.currentTarget.checked }, { onError: showError })
                  }
                />
              </td>
              <td className={table.time}>{formatTime(user.created_time)}</td>
              <td className={table.end}>
                <div>
                  <IconButton label={t('business.deleteOf', { name: user.fullname })} onClick={() => onDelete(user)}>
                    <Glyph icon={IconTrash} />
                  </IconButton>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
