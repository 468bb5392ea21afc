/** The routes of each call. A feature of the contract without a line here, or one that lacks a call, does not compile. */
import type { WhereaboutsApi } from '@whereabouts/contract/api'
import type { FastifyInstance } from 'fastify'
import type { App } from './context.ts'
import { accessLinkRoutes } from './features/access-links/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { alarmRoutes } from './features/alarms/routes.ts'
import { attendanceRoutes } from './features/attendance/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { signinReturnRoutes } from './features/auth/signin-return.ts'
import { beliefRoutes } from './features/beliefs/routes.ts'
import { brandingRoutes } from './features/branding/routes.ts'
import { brokerRoutes } from './features/brokers/routes.ts'
import { calibrationRoutes } from './features/calibrations/routes.ts'
import { carepadsRoutes } from './features/carepads/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { credentialsRoutes } from './features/credentials/routes.ts'
import { errorMessageRoutes } from './features/error-messages/routes.ts'
import { excursionRoutes } from './features/excursions/routes.ts'
import { exportRoutes } from './features/history/export.ts'
import { historyRoutes, locationLogRoutes, trailRoutes } from './features/history/routes.ts'
import { indoorMapRoutes } from './features/indoor-maps/routes.ts'
import { integratorRoutes } from './features/integrators/routes.ts'
import { lineRoutes } from './features/line/routes.ts'
import { loggerRoutes } from './features/loggers/routes.ts'
import { mediaRoutes } from './features/media/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { openapiRoutes } from './features/openapi/routes.ts'
import { pinRoutes } from './features/pins/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { remarkRoutes } from './features/remarks/routes.ts'
import { rollCallRoutes } from './features/roll-calls/routes.ts'
import { sharingRoutes } from './features/sharing/routes.ts'
import { shiftReportRoutes } from './features/shift-reports/routes.ts'
import { siteHealthRoutes } from './features/site-health/routes.ts'
import { stationRoutes } from './features/stations/routes.ts'
import { stepRoutes } from './features/steps/routes.ts'
import { trackerClassRoutes } from './features/tracker-classes/routes.ts'
import { trackerRoutes } from './features/trackers/routes.ts'
import { trainingJobRoutes } from './features/training-jobs/routes.ts'
import { unclaimedRoutes } from './features/unclaimed/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { zoneRoutes } from './features/zones/routes.ts'
import { firmwareRoutes } from './gateway/firmware.ts'
import { gatewayRoutes } from './gateway/http.ts'
import { nativeRoutes } from './gateway/native.ts'
import { streamRoutes } from './live/routes.ts'

type RoutesOfWords = {
  readonly [Word in keyof WhereaboutsApi]: (http: FastifyInstance, app: App) => WhereaboutsApi[Word]
}

/** Calls of the contract by word. */
const routesOfWords: RoutesOfWords = {
  accessLinks: accessLinkRoutes,
  accounts: accountRoutes,
  activity: activityRoutes,
  alarms: alarmRoutes,
  attendance: attendanceRoutes,
  auth: authRoutes,
  branding: brandingRoutes,
  brokers: brokerRoutes,
  calibrations: calibrationRoutes,
  carepads: carepadsRoutes,
  loggers: loggerRoutes,
  excursions: excursionRoutes,
  config: configRoutes,
  credentials: credentialsRoutes,
  deviceReports: nativeRoutes,
  errorMessages: errorMessageRoutes,
  history: historyRoutes,
  indoorMaps: indoorMapRoutes,
  integrators: integratorRoutes,
  line: lineRoutes,
  locationLogs: locationLogRoutes,
  notifications: (http, app) => ({ ...notificationRoutes(http, app), ...pushRoutes(http, app) }),
  onboarding: onboardingRoutes,
  pins: pinRoutes,
  remarks: remarkRoutes,
  rollCalls: rollCallRoutes,
  sharing: sharingRoutes,
  shiftReports: shiftReportRoutes,
  stations: stationRoutes,
  steps: stepRoutes,
  beliefs: beliefRoutes,
  trackerClasses: trackerClassRoutes,
  trackers: trackerRoutes,
  trails: trailRoutes,
  siteHealth: siteHealthRoutes,
  trainingJobs: trainingJobRoutes,
  unclaimed: unclaimedRoutes,
  webhooks: webhookRoutes,
  zones: zoneRoutes,
}

/** Routes without the envelope, or of other protocols. */
const routesBeside: readonly ((http: FastifyInstance, app: App) => void)[] = [
  signinReturnRoutes,
  mediaRoutes,
  exportRoutes,
  firmwareRoutes,
  streamRoutes,
  gatewayRoutes,
  openapiRoutes,
]

/** Mounts all of them. */
export function mountRoutes(http: FastifyInstance, app: App): void {
  for (const mount of [...Object.values(routesOfWords), ...routesBeside]) mount(http, app)
}
