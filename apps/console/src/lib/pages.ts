/**
 * The pages of the screens that have several, in the order of the menu: by their `?tab=`, what they are called and who has them. A
 * new page enters here and in its screen. Source: specification §2 Menu; G13.
 */
import type { PermissionName } from '@whereabouts/contract/roles'
import type { MessageId } from '../locales/ids.ts'

interface NamedPage {
  readonly label: MessageId
  /** Who has the page at all; left out: everybody who may open the screen. */
  readonly permission?: PermissionName
}

const PAGES = {
  map: {
    view: { label: 'menu.map.view' },
    carepads: { label: 'menu.map.carepads' },
    'roll-call': { label: 'menu.map.rollCall', permission: 'takeRollCall' },
  },
  configuration: {
    devices: { label: 'menu.configuration.devices' },
    stations: { label: 'menu.configuration.stations', permission: 'viewStations' },
    maps: { label: 'menu.configuration.maps' },
    carepads: { label: 'menu.configuration.carepads' },
    'add-devices': { label: 'menu.configuration.addDevices', permission: 'addDevices' },
    'station-wifi': { label: 'menu.configuration.stationWifi', permission: 'addDevices' },
    firmware: { label: 'menu.configuration.firmware' },
    configurations: { label: 'menu.configuration.configurations' },
    'update-configs': { label: 'menu.configuration.updateConfigs', permission: 'manageStations' },
  },
  shiftReport: {
    reports: { label: 'menu.shiftReport.reports' },
    times: { label: 'menu.shiftReport.times' },
  },
  attendance: {
    days: { label: 'menu.attendance.days' },
    months: { label: 'menu.attendance.months' },
    rules: { label: 'menu.attendance.rules', permission: 'manageAttendance' },
  },
  account: {
    information: { label: 'menu.account.information' },
    links: { label: 'menu.account.links', permission: 'manageLinks' },
    devices: { label: 'menu.account.devices', permission: 'viewSignedInDevices' },
    activity: { label: 'menu.account.activity', permission: 'viewActivity' },
    security: { label: 'menu.account.security', permission: 'viewActivity' },
    business: { label: 'menu.account.business', permission: 'manageBusinessUsers' },
  },
  setting: {
    classes: { label: 'menu.setting.classes' },
    remarks: { label: 'menu.setting.remarks', permission: 'viewRemarks' },
    zones: { label: 'menu.setting.zones' },
    calibration: { label: 'menu.setting.calibration', permission: 'manageStations' },
    training: { label: 'menu.setting.training', permission: 'viewTraining' },
    health: { label: 'menu.setting.health', permission: 'viewTraining' },
    alerts: { label: 'menu.setting.alerts' },
    brokers: { label: 'menu.setting.brokers', permission: 'manageCredentials' },
    webhooks: { label: 'menu.setting.webhooks', permission: 'manageWebhooks' },
    logo: { label: 'menu.setting.logo' },
    about: { label: 'menu.setting.about' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, NamedPage>>>>

type Pages = typeof PAGES
type Screen = keyof Pages
export type TabOf<Name extends Screen> = keyof Pages[Name] & string

interface ScreenPage<Tab extends string> extends NamedPage {
  readonly tab: Tab
}

/** One page of a screen. */
export const pageOf = <Name extends Screen, Tab extends TabOf<Name>>(screen: Name, tab: Tab): ScreenPage<Tab> => ({
  tab,
  ...(PAGES[screen][tab] as NamedPage),
})

/** Where a screen is. */
const PATHS: Readonly<Record<Screen, string>> = {
  map: '/map',
  configuration: '/configuration',
  shiftReport: '/shift-report',
  attendance: '/attendance',
  account: '/account',
  setting: '/setting',
}

/** The address of every page of every screen. */
export const everyPage = (): readonly string[] =>
  (Object.keys(PAGES) as Screen[]).flatMap((screen) =>
    Object.keys(PAGES[screen]).map((tab) => `${PATHS[screen]}?tab=${tab}`),
  )

/** All pages of a screen. */
export const pagesOf = <Name extends Screen>(screen: Name): readonly ScreenPage<TabOf<Name>>[] =>
  (Object.keys(PAGES[screen]) as TabOf<Name>[]).map((tab) => pageOf(screen, tab))
