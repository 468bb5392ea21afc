/** The menu: one line for each screen; its pages are in `lib/pages.ts`. Source: specification §2 Menu; G13, G14. */
import {
  type Icon,
  IconClipboardText,
  IconClock,
  IconDevices,
  IconMap2,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { may, type PermissionName, type Rights } from '@whereabouts/contract/roles'
import { INTEGRATOR_TOOL_PATH } from '../lib/integrator-tool-path.ts'
import { pagesOf } from '../lib/pages.ts'
import { HISTORY_LOGS_PATH, STEPS_PATH, TRAIL_PATH } from '../lib/paths.ts'
import { isSamePath } from '../lib/same-path.ts'
import type { MessageId } from '../locales/ids.ts'

interface SubItem {
  readonly label: MessageId
  /** Who sees it; left out: everybody who sees the entry. */
  readonly permission?: PermissionName
  /** The parent's `?tab=`. */
  readonly tab: string
}

export interface MenuEntry {
  readonly key: string
  readonly label: MessageId
  /** With its trailing slash: the entry loads the page whole. */
  readonly path: string
  readonly icon: Icon
  readonly permission: PermissionName
  readonly subItems: readonly SubItem[]
}

const entries: readonly MenuEntry[] = [
  { key: 'map', label: 'menu.map', path: '/map/', icon: IconMap2, permission: 'viewMap', subItems: pagesOf('map') },
  {
    key: 'configuration',
    label: 'menu.configuration',
    path: '/configuration/',
    icon: IconDevices,
    permission: 'editDevices',
    subItems: pagesOf('configuration'),
  },
  {
    key: 'shift-report',
    label: 'menu.shiftReport',
    path: '/shift-report/',
    icon: IconClipboardText,
    permission: 'viewShiftReports',
    subItems: pagesOf('shiftReport'),
  },
  {
    key: 'account',
    label: 'menu.account',
    path: '/account/',
    icon: IconUsers,
    permission: 'editDevices',
    subItems: pagesOf('account'),
  },
  {
    key: 'setting',
    label: 'menu.setting',
    path: '/setting/',
    icon: IconSettings,
    permission: 'editDevices',
    subItems: pagesOf('setting'),
  },
  {
    key: 'attendance',
    label: 'menu.attendance',
    path: '/attendance/',
    icon: IconClock,
    permission: 'viewAttendance',
    subItems: pagesOf('attendance'),
  },
]

/** What this person's menu shows; without known rights, the map. */
export function menuFor(rights: Rights | undefined, all: readonly MenuEntry[] = entries): readonly MenuEntry[] {
  if (rights === undefined) return all.filter(({ permission }) => permission === 'viewMap')
  return all
    .filter(({ permission }) => may(rights, permission))
    .map((entry) => ({
      ...entry,
      subItems: entry.subItems.filter(({ permission }) => permission === undefined || may(rights, permission)),
    }))
}

/** The entry of a page. The Integrator Tool stands beside the settings, for those who may know of it. */
export function entryOf(path: string, rights: Rights | undefined): MenuEntry | undefined {
  const isTool = isSamePath(path, INTEGRATOR_TOOL_PATH) && rights !== undefined && may(rights, 'manageBusinessUsers')
  // What was of a device is opened from the map.
  if ([TRAIL_PATH, HISTORY_LOGS_PATH, STEPS_PATH].some((one) => isSamePath(path, one)))
    return entries.find(({ key }) => key === 'map')
  return entries.find((entry) => (isTool ? entry.key === 'setting' : isSamePath(entry.path, path)))
}

/**
 * Opens an entry, or one of its sub-items, with a full page load. The page one is on already does nothing; a key
 * nobody knows is only logged.
 */
export function openEntry(
  key: string,
  tab: string | undefined,
  location: Pick<Location, 'pathname' | 'search' | 'assign'>,
  all: readonly MenuEntry[] = entries,
): void {
  const entry = all.find((candidate) => candidate.key === key)
  if (entry === undefined) {
    console.warn('wrong menu key!')
    return
  }
  if (isSamePath(location.pathname, entry.path)) {
    const current = new URLSearchParams(location.search).get('tab') ?? undefined
    if (tab === undefined || tab === current) return
  }
  location.assign(tab === undefined ? entry.path : `${entry.path}?tab=${encodeURIComponent(tab)}`)
}
