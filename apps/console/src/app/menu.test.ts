import { IconMap2 } from '@tabler/icons-react'
import type { Rights } from '@whereabouts/contract/roles'
import { expect, test, vi } from 'vitest'
import { type MenuEntry, menuFor, openEntry } from './menu.ts'

const entry = (key: string, permission: MenuEntry['permission']): MenuEntry => ({
  key,
  label: 'menu.map',
  path: `/${key}/`,
  icon: IconMap2,
  permission,
  subItems: [],
})
const entries = [entry('map', 'viewMap'), entry('configuration', 'editDevices'), entry('attendance', 'viewAttendance')]
const keysFor = (rights: Rights | undefined) => menuFor(rights, entries).map(({ key }) => key)
const at = (pathname: string, search = '') => ({ pathname, search, assign: vi.fn() })

test('the menu shows what the role and the group allow, and the map alone to read-only people [ROLE-07]', () => {
  const visitor = { groups: [], userFromAccessLink: false }
  expect(keysFor({ ...visitor, role: 'readonly', groups: ['G3OfficeLog'] })).toEqual(['map'])
  expect(keysFor({ ...visitor, role: 'support' })).toEqual(['map', 'configuration'])
  expect(keysFor({ ...visitor, role: 'owner', groups: ['G3OfficeLog'] })).toEqual([
    'map',
    'configuration',
    'attendance',
  ])
  expect(keysFor(undefined)).toEqual(['map'])
})

test('an entry loads its page whole, a sub-item with its tab', () => {
  const here = at('/map')
  openEntry('configuration', undefined, here, entries)
  openEntry('configuration', 'stations', here, entries)
  expect(here.assign.mock.calls).toEqual([['/configuration/'], ['/configuration/?tab=stations']])
})

test('the entry of the page one is on does nothing, with and without the slash [MENU-08]', () => {
  for (const path of ['/map', '/map/']) {
    const here = at(path)
    openEntry('map', undefined, here, entries)
    expect(here.assign).not.toHaveBeenCalled()
  }
})

test('a sub-item of the page one is on opens its tab once', () => {
  const here = at('/configuration', '?tab=devices')
  openEntry('configuration', 'devices', here, entries)
  expect(here.assign).not.toHaveBeenCalled()
  openEntry('configuration', 'stations', here, entries)
  expect(here.assign).toHaveBeenCalledExactlyOnceWith('/configuration/?tab=stations')
})

test("an unknown key logs 'wrong menu key!' and does nothing else [MENU-12]", () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const here = at('/map')
  openEntry('x', undefined, here, entries)
  expect(logged).toHaveBeenCalledExactlyOnceWith('wrong menu key!')
  expect(here.assign).not.toHaveBeenCalled()
  logged.mockRestore()
})
