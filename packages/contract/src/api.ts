/** Every call of the product, by domain word. A new word is added here; server, tests and console then require it. */
import { EXPORT_PATH } from '@whereabouts/domain/history'
import { STREAM_PATH } from '@whereabouts/domain/live'
import { accessLinks } from './access-links.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { alarms } from './alarms.ts'
import { attendance } from './attendance.ts'
import { auth } from './auth.ts'
import { beliefs } from './beliefs.ts'
import { branding, MEDIA_PATH } from './branding.ts'
import { brokers } from './brokers.ts'
import { calibrations } from './calibrations.ts'
import { carepads } from './carepads.ts'
import { config } from './config.ts'
import { credentials } from './credentials.ts'
import { deviceReports } from './device-reports.ts'
import { errorMessages } from './error-messages.ts'
import { excursions } from './excursions.ts'
import { history } from './history.ts'
import { indoorMaps } from './indoor-maps.ts'
import { integrators } from './integrators.ts'
import type { Api, Policy } from './kit.ts'
import { line } from './line.ts'
import { locationLogs } from './location-logs.ts'
import { loggers } from './loggers.ts'
import { notifications } from './notifications.ts'
import { onboarding } from './onboarding.ts'
import { pins } from './pins.ts'
import { remarks } from './remarks.ts'
import { rollCalls } from './roll-calls.ts'
import { sharing } from './sharing.ts'
import { shiftReports } from './shift-reports.ts'
import { siteHealth } from './site-health.ts'
import { stations } from './stations.ts'
import { steps } from './steps.ts'
import { trackerClasses } from './tracker-classes.ts'
import { trackers } from './trackers.ts'
import { trails } from './trails.ts'
import { trainingJobs } from './training-jobs.ts'
import { unclaimed } from './unclaimed.ts'
import { webhooks } from './webhooks.ts'
import { zones } from './zones.ts'

export const API_PREFIX = '/v3'

export const api = {
  auth,
  config,
  trackers,
  steps,
  beliefs,
  stations,
  indoorMaps,
  trackerClasses,
  trails,
  locationLogs,
  history,
  remarks,
  sharing,
  onboarding,
  credentials,
  brokers,
  unclaimed,
  carepads,
  loggers,
  excursions,
  notifications,
  alarms,
  attendance,
  zones,
  siteHealth,
  trainingJobs,
  calibrations,
  rollCalls,
  shiftReports,
  accessLinks,
  accounts,
  pins,
  activity,
  branding,
  integrators,
  line,
  deviceReports,
  errorMessages,
  webhooks,
} satisfies Api

export type WhereaboutsApi = typeof api

/** The stream answers events, not an envelope, so it is not among the calls. */
export const streamPolicy = 'viewMap' satisfies Policy

/** Pictures under `MEDIA_PATH` are bytes, not an envelope. */
export const mediaPolicy = 'useOwnSession' satisfies Policy

/** Images of firmware, by model and version; senders fetch them with their credential (G45). */
export const FIRMWARE_PATH = '/device/firmwares/'
const firmwarePolicy = 'sender' satisfies Policy

/** Everything an account owns, as an archive that is made while it is sent; its owner asks with a fresh password. */
export const exportPolicy = 'manageAccount' satisfies Policy

interface Beside {
  readonly name: string
  readonly path: string
  readonly summary: string
  readonly policy: Policy
  /** Media types of an answer. */
  readonly answers: readonly string[]
}

/** GET routes that answer something else than an envelope, but refuse in one. */
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
    name: 'export',
    path: EXPORT_PATH,
    summary: 'Everything the account owns.',
    policy: exportPolicy,
    answers: ['application/zip'],
  },
  {
    name: 'firmwareImage',
    path: `${FIRMWARE_PATH}{model}/{version}`,
    summary: 'Firmware for an upgrade of trackers.',
    policy: firmwarePolicy,
    answers: ['application/octet-stream'],
  },
]
