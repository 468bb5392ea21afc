/** Every call of the product by domain word, and the policy that guards each. */
import { STREAM_PATH } from '@whereabouts/domain/live'
import { accessLinks } from './access-links.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { alarms } from './alarms.ts'
import { auth } from './auth.ts'
import { branding, MEDIA_PATH } from './branding.ts'
import { carepads } from './carepads.ts'
import { config } from './config.ts'
import { credentials } from './credentials.ts'
import { deviceReports } from './device-reports.ts'
import { errorMessages } from './error-messages.ts'
import { indoorMaps } from './indoor-maps.ts'
import { integrators } from './integrators.ts'
import type { Api, Method } from './kit.ts'
import { line } from './line.ts'
import { notifications } from './notifications.ts'
import { onboarding } from './onboarding.ts'
import { remarks } from './remarks.ts'
import type { PermissionName } from './roles.ts'
import { sharing } from './sharing.ts'
import { stations } from './stations.ts'
import { trackerClasses } from './tracker-classes.ts'
import { trackers } from './trackers.ts'
import { unclaimed } from './unclaimed.ts'
import { zones } from './zones.ts'

export const API_PREFIX = '/v3'

export const api = {
  auth,
  config,
  trackers,
  stations,
  indoorMaps,
  trackerClasses,
  remarks,
  sharing,
  onboarding,
  credentials,
  unclaimed,
  carepads,
  notifications,
  alarms,
  zones,
  accessLinks,
  accounts,
  activity,
  branding,
  integrators,
  line,
  deviceReports,
  errorMessages,
} satisfies Api

export type WhereaboutsApi = typeof api

/** Who may make a call. */
export type Policy =
  /** Anybody, signed in or not. */
  | 'public'
  /** A sender with a credential of its own (G85), never a session. */
  | 'sender'
  /** Any session, a turned-away consumer's too (G22). */
  | 'anySession'
  /** A session whose token may be past its 30 minutes, as only renewal may (G17). */
  | 'renewal'
  | PermissionName

type PolicyTable<A> = { readonly [Word in keyof A]: { readonly [Call in keyof A[Word]]: Policy } }

/** One line a call. The type makes a missing line an error; the server checks again at start (security rule 10). */
export const policies: PolicyTable<WhereaboutsApi> = {
  auth: {
    signin: 'public',
    signinByLink: 'public',
    token: 'renewal',
    reauth: 'proveOwnPassword',
    signout: 'anySession',
    profile: 'useOwnSession',
    changeProfile: 'changeOwnLanguage',
  },
  config: { get: 'public' },
  trackers: {
    list: 'viewMap',
    listCareWatches: 'viewMap',
    add: 'addDevices',
    change: 'editDevices',
    assignClass: 'editDevices',
    setAdvSettings: 'manageSite',
    setOfflineAlert: 'setOfflineAlert',
    ring: 'ringDevices',
    upgrade: 'manageSite',
    remove: 'removeDevices',
    removeMany: 'removeDevices',
    unassign: 'public',
    setTrackable: 'removeDevices',
    setRemarks: 'editDevices',
    clearRemarks: 'editDevices',
  },
  stations: {
    list: 'viewStations',
    add: 'addDevices',
    change: 'manageStations',
    setPhotos: 'manageStations',
    remove: 'removeStations',
    removeMany: 'removeStations',
    unassign: 'public',
    blink: 'manageStations',
  },
  indoorMaps: { list: 'viewMap', create: 'manageSite', change: 'manageSite', remove: 'manageSite' },
  trackerClasses: { list: 'viewMap', save: 'manageDefinitions' },
  remarks: { list: 'viewRemarks', save: 'manageDefinitions' },
  sharing: {
    getFrom: 'viewSharing',
    getTo: 'shareDevices',
    share: 'shareDevices',
    unshare: 'shareDevices',
    accept: 'public',
  },
  onboarding: { exchange: 'addDevices', listFirmwares: 'addDevices' },
  credentials: { list: 'manageCredentials', create: 'manageCredentials', remove: 'manageCredentials' },
  unclaimed: { list: 'addDevices', claim: 'addDevices', ignore: 'addDevices', restore: 'addDevices' },
  carepads: { list: 'viewMap', add: 'addDevices' },
  notifications: { list: 'viewNotifications', push: 'acknowledgeAlarms', registerPush: 'useOwnSession' },
  alarms: {
    list: 'viewNotifications',
    shown: 'viewNotifications',
    acknowledge: 'acknowledgeAlarms',
    getSettings: 'manageAlerts',
    saveSettings: 'manageAlerts',
  },
  zones: { list: 'viewMap', create: 'manageSite', change: 'manageSite', remove: 'manageSite' },
  accessLinks: { list: 'manageLinks', create: 'manageLinks', remove: 'manageLinks' },
  activity: {
    listDevices: 'viewSignedInDevices',
    listLogs: 'viewActivity',
    listLogsOfDevice: 'viewActivity',
    forceSignOut: 'forceSignOut',
  },
  accounts: {
    signUp: 'public',
    setUp: 'public',
    previewLink: 'public',
    confirm: 'public',
    resendConfirmation: 'public',
    recover: 'public',
    confirmRecovery: 'public',
    changePassword: 'manageAccount',
    changeEmail: 'manageAccount',
    confirmEmail: 'public',
    remove: 'manageAccount',
    confirmRemove: 'public',
    setPin: 'manageAccount',
  },
  branding: {
    setLogo: 'manageAccount',
    removeLogo: 'manageAccount',
    setAboutImage: 'manageAccount',
    removeAboutImage: 'manageAccount',
    setAboutContent: 'manageAccount',
  },
  integrators: {
    listUsers: 'manageBusinessUsers',
    createUser: 'manageBusinessUsers',
    removeUser: 'manageBusinessUsers',
    setGroups: 'manageBusinessUsers',
  },
  line: { listGroups: 'manageLine', note: 'manageLine', remove: 'manageLine', webhook: 'public' },
  deviceReports: { report: 'sender', commands: 'sender' },
  errorMessages: { get: 'public' },
}

type CallName = {
  [Word in keyof WhereaboutsApi]: `${Word}.${Extract<keyof WhereaboutsApi[Word], string>}`
}[keyof WhereaboutsApi]

/** Calls whose bodies carry pictures: up to 16 MB where others take 1 MB (G08). */
export const pictureCalls: ReadonlySet<string> = new Set<CallName>([
  'branding.setLogo',
  'branding.setAboutImage',
  'auth.changeProfile',
  'trackers.change',
  'stations.setPhotos',
  'indoorMaps.create',
  'indoorMaps.change',
])

/**
 * Calls that the general rate of 600 a minute never holds back: without them a session would be lost, or an alarm missed or not
 * to be stopped (security rules 30, 48).
 */
export const unratedCalls: ReadonlySet<string> = new Set<CallName>([
  'auth.token',
  'auth.signout',
  'notifications.push',
  'alarms.list',
  'alarms.shown',
  'alarms.acknowledge',
])

/**
 * Whether a call takes an `Idempotency-Key` (security rule 47): the writes of sessions do, but for those a session's life or an
 * alarm hangs on, which may be repeated by their own means (decisions 0010, 0024).
 */
export const takesIdempotencyKey = (call: string, method: Method, policy: Policy): boolean =>
  method !== 'GET' && policy !== 'public' && policy !== 'sender' && !unratedCalls.has(call)

/** The stream answers events, not an envelope, so it stands beside the calls. */
export const streamPolicy = 'viewMap' satisfies Policy

/** Pictures under `MEDIA_PATH` are bytes, not an envelope. */
export const mediaPolicy = 'useOwnSession' satisfies Policy

/** Images of firmware, by model and version; senders fetch them with their credential (G45). */
export const FIRMWARE_PATH = '/device/firmwares/'
const firmwarePolicy = 'sender' satisfies Policy

interface Beside {
  readonly name: string
  readonly path: string
  readonly summary: string
  readonly policy: Policy
  /** Media types of an answer. */
  readonly answers: readonly string[]
}

/** What is got by GET and answers no envelope, but refuses in one. */
export const beside: readonly Beside[] = [
  {
    name: 'stream',
    path: STREAM_PATH,
    summary: 'Everything as it happens.',
    policy: streamPolicy,
    answers: ['text/event-stream'],
  },
  {
    name: 'picture',
    path: `${MEDIA_PATH}{name}`,
    summary: 'A picture somebody uploaded.',
    policy: mediaPolicy,
    answers: ['image/png', 'image/jpeg'],
  },
  {
    name: 'mapImage',
    path: '/app/indoormaps/{id}/image',
    summary: 'The image of an indoor map.',
    policy: 'viewMap',
    answers: ['image/png', 'image/jpeg'],
  },
  {
    name: 'firmwareImage',
    path: `${FIRMWARE_PATH}{model}/{version}`,
    summary: 'Firmware that a tracker is to be upgraded to.',
    policy: firmwarePolicy,
    answers: ['application/octet-stream'],
  },
]
