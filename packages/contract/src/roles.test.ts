import { expect, test } from 'vitest'
import { GROUPS, may, type PermissionName, permissions, type Rights, ROLES, toRole } from './roles.ts'

const names = Object.keys(permissions) as PermissionName[]
const rights = (changes: Partial<Rights>): Rights => ({
  role: 'owner',
  groups: [],
  userFromAccessLink: false,
  ...changes,
})
const allowed = (changes: Partial<Rights>) => names.filter((name) => may(rights(changes), name))

test('the roles are readonly, deputy, support and owner; guest reads as readonly and none as owner [ROLE-02]', () => {
  expect([...ROLES].sort()).toEqual(['deputy', 'owner', 'readonly', 'support'])
  expect(toRole('guest')).toBe('readonly')
  expect(toRole('support')).toBe('support')
  expect(toRole(undefined)).toBe('owner')
  expect(toRole('')).toBe('owner')
})

test('a read-only guest may see the map and notifications and manage only the own session', () => {
  expect(allowed({ role: 'readonly' })).toEqual([
    'viewMap',
    'viewStations',
    'viewNotifications',
    'useOwnSession',
    'changeOwnLanguage',
    'proveOwnPassword',
    'viewSharing',
  ])
})

test('each role has all rights of the role below', () => {
  const groups = [...GROUPS]
  const ladder = (['readonly', 'support', 'deputy', 'owner'] as const).map((role) => allowed({ role, groups }))
  for (const [step, mine] of ladder.entries()) expect(mine).toEqual(expect.arrayContaining(ladder[step - 1] ?? []))
  expect(ladder.at(-1)).toEqual(names)
})

test('attendance needs its group, business users need the Integrator group', () => {
  expect(allowed({})).not.toContain('viewAttendance')
  expect(allowed({ groups: ['G3OfficeLog'] })).toContain('viewAttendance')
  expect(allowed({ role: 'readonly', groups: ['G3OfficeLog'] })).not.toContain('viewAttendance')
  expect(allowed({ groups: ['G3OfficeLog'] })).not.toContain('manageBusinessUsers')
  expect(allowed({ groups: ['Integrator'] })).toContain('manageBusinessUsers')
})

test('a visitor by a link sees no stations and manages no account, whatever the role', () => {
  const deputyByLink = allowed({ role: 'deputy', userFromAccessLink: true })
  const outlivesTheLink = ['manageCredentials', 'manageAlerts', 'setRepeat']
  for (const name of [
    'viewStations',
    'manageLinks',
    'viewActivity',
    'shareDevices',
    'manageAccount',
    ...outlivesTheLink,
  ]) {
    expect(deputyByLink).not.toContain(name)
  }
  expect(deputyByLink).toContain('viewMap')
})
