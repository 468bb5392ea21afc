/** Business accounts: who, since when, whether the invitation was taken up, and the attendance switch. Source: G36. */
import { IconCheck, IconClock, IconTrash } from '@tabler/icons-react'
import type { BusinessUser } from '@whereabouts/contract/integrators'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Initials } from '../../ui/initials.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { ATTENDANCE, useSwitchAttendance } from './queries.ts'

interface UsersTableProps {
  readonly users: readonly BusinessUser[]
  readonly onDelete: (user: BusinessUser) => void
}

export function UsersTable({ users, onDelete }: UsersTableProps) {
  const t = useT()
  const switchAttendance = useSwitchAttendance()
  return (
    <Table
      isTall
      columns={[
        { label: t('business.account'), span: 2 },
        { label: t('business.email') },
        { label: t('business.attendance') },
        { label: t('business.created') },
        { label: t('business.actions'), isLabelHidden: true },
      ]}
    >
      {users.map((user) => (
        <tr key={user.user_id}>
          <td className={table.symbol}>
            <Initials name={user.fullname} size={30} />
          </td>
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
            <SwitchBox
              label={t('business.attendanceOf', { name: user.fullname })}
              isOn={user.groups.includes(ATTENDANCE)}
              onSwitch={(isOn) => switchAttendance.mutateAsync({ user, isOn }).catch(showError)}
            />
          </td>
          <td className={table.time}>{formatTime(user.created_time)}</td>
          <td className={table.end}>
            <div>
              <RowMenu
                label={t('business.actionsOf', { name: user.fullname })}
                items={[
                  {
                    label: t('business.deleteAsked'),
                    icon: IconTrash,
                    isDangerous: true,
                    onPress: () => onDelete(user),
                  },
                ]}
              />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}
