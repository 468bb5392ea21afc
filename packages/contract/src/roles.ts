/**
 * Who may do what: one table that server and console both read. Source: G31 to G36.
 */
export const ROLES = ['owner', 'deputy', 'support', 'readonly'] as const
export type Role = (typeof ROLES)[number]

/** The role a session counts as when its profile names none. */
export const DEFAULT_ROLE: Role = 'owner'

/** Groups a user may be in. `Integrator` is set by the operator only. */
export const GROUPS = ['G3OfficeLog', 'Integrator'] as const
export type Group = (typeof GROUPS)[number]

/** Reads a role from the wire: links call read-only `guest`. */
export const toRole = (value: string | null | undefined): Role => {
  if (value === 'guest') return 'readonly'
  return ROLES.find((role) => role === value) ?? DEFAULT_ROLE
}

const all = ['owner', 'deputy', 'support', 'readonly'] as const
const staff = ['owner', 'deputy', 'support'] as const
const managers = ['owner', 'deputy'] as const
const owner = ['owner'] as const

interface Permission {
  readonly roles: readonly Role[]
  /** False takes the permission from visitors of an access link, whatever their role (G34; `visits.ts`). */
  readonly visitors?: false
  /** The group the account must be in as well. */
  readonly group?: Group
}

/** Every right by name. A call names one of these in the policy table; a screen asks for one before it shows itself. */
export const permissions = {
  viewMap: { roles: all },
  viewStations: { roles: all, visitors: false },
  viewNotifications: { roles: all },
  useOwnSession: { roles: all },
  changeOwnLanguage: { roles: all },
  setHeadshot: { roles: managers, visitors: false },
  proveOwnPassword: { roles: all, visitors: false },
  viewLocationLogs: { roles: staff },
  viewRemarks: { roles: staff },
  viewShiftReports: { roles: staff },
  viewTraining: { roles: staff },
  viewAttendance: { roles: staff, group: 'G3OfficeLog' },
  manageAttendance: { roles: managers, visitors: false, group: 'G3OfficeLog' },
  viewTimeMachine: { roles: staff },
  takeRollCall: { roles: staff },
  exportData: { roles: staff },
  acknowledgeAlarms: { roles: staff },
  ringDevices: { roles: staff },
  editDevices: { roles: staff },
  addDevices: { roles: staff },
  manageSite: { roles: staff },
  manageStations: { roles: staff, visitors: false },
  removeDevices: { roles: managers },
  manageCarepads: { roles: managers },
  setStepTarget: { roles: managers },
  setOfflineAlert: { roles: managers, visitors: false },
  viewSharing: { roles: all, visitors: false },
  removeStations: { roles: managers, visitors: false },
  shareDevices: { roles: managers, visitors: false },
  setRepeat: { roles: managers, visitors: false },
  manageAlerts: { roles: managers, visitors: false },
  manageDefinitions: { roles: managers, visitors: false },
  manageCredentials: { roles: managers, visitors: false },
  manageLinks: { roles: managers, visitors: false },
  viewSignedInDevices: { roles: managers, visitors: false },
  forceSignOut: { roles: managers, visitors: false },
  viewActivity: { roles: managers, visitors: false },
  manageLine: { roles: managers, visitors: false },
  manageWebhooks: { roles: managers, visitors: false },
  manageAccount: { roles: owner, visitors: false },
  manageBusinessUsers: { roles: owner, visitors: false, group: 'Integrator' },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof permissions

/** What a right depends on: the session's role and groups, and whether it came by an access link. */
export interface Rights {
  readonly role: Role
  readonly groups: readonly string[]
  readonly userFromAccessLink: boolean
}

/** True when the table gives this session the right. */
export function may(rights: Rights, name: PermissionName): boolean {
  const permission: Permission = permissions[name]
  if (!permission.roles.includes(rights.role)) return false
  if (rights.userFromAccessLink && permission.visitors === false) return false
  return permission.group === undefined || rights.groups.includes(permission.group)
}

/** True where the session lacks only a group of the account. */
export const lacksOnlyGroup = (rights: Rights, name: PermissionName): boolean =>
  !may(rights, name) && may({ ...rights, groups: GROUPS }, name)
