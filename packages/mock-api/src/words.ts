/** The handlers of every domain word of the contract but those of senders. */
import type { api } from '@whereabouts/contract/api'
import { accessLinkWords } from './words/access-links.ts'
import { accountWords } from './words/accounts.ts'
import { activityWords } from './words/activity.ts'
import { alarmWords } from './words/alarms.ts'
import { attendanceWords } from './words/attendance.ts'
import { authWords } from './words/auth.ts'
import { beliefWords } from './words/beliefs.ts'
import { brandingWords } from './words/branding.ts'
import { brokerWords } from './words/brokers.ts'
import { calibrationWords } from './words/calibrations.ts'
import { carepadWords } from './words/carepads.ts'
import { configWords } from './words/config.ts'
import { credentialWords } from './words/credentials.ts'
import { errorMessageWords } from './words/error-messages.ts'
import { excursionWords } from './words/excursions.ts'
import { historyWords } from './words/history.ts'
import { indoorMapWords } from './words/indoor-maps.ts'
import { integratorWords } from './words/integrators.ts'
import { lineWords } from './words/line.ts'
import { locationLogWords } from './words/location-logs.ts'
import { loggerWords } from './words/loggers.ts'
import { notificationWords } from './words/notifications.ts'
import { onboardingWords } from './words/onboarding.ts'
import { pinWords } from './words/pins.ts'
import { remarkWords } from './words/remarks.ts'
import { rollCallWords } from './words/roll-calls.ts'
import { sharingWords } from './words/sharing.ts'
import { shiftReportWords } from './words/shift-reports.ts'
import { siteHealthWords } from './words/site-health.ts'
import { stationWords } from './words/stations.ts'
import { stepWords } from './words/steps.ts'
import { trackerClassWords } from './words/tracker-classes.ts'
import { trackerWords } from './words/trackers.ts'
import { trailWords } from './words/trails.ts'
import { trainingJobWords } from './words/training-jobs.ts'
import { unclaimedWords } from './words/unclaimed.ts'
import { webhookWords } from './words/webhooks.ts'
import { zoneWords } from './words/zones.ts'
import type { Handlers, World } from './world.ts'

type Words = { readonly [Word in keyof typeof api]: Handlers<(typeof api)[Word]> }

export const wordsOf = (world: World): Words => ({
  auth: authWords(world),
  config: configWords(world),
  trackers: trackerWords(world),
  stations: stationWords(world),
  steps: stepWords(world),
  beliefs: beliefWords(),
  indoorMaps: indoorMapWords(world),
  trackerClasses: trackerClassWords(world),
  trails: trailWords(world),
  locationLogs: locationLogWords(world),
  history: historyWords(world),
  remarks: remarkWords(world),
  sharing: sharingWords(world),
  onboarding: onboardingWords(world),
  credentials: credentialWords(world),
  brokers: brokerWords(world),
  unclaimed: unclaimedWords(world),
  carepads: carepadWords(world),
  loggers: loggerWords(world),
  excursions: excursionWords(world),
  notifications: notificationWords(world),
  alarms: alarmWords(world),
  attendance: attendanceWords(world),
  zones: zoneWords(world),
  siteHealth: siteHealthWords(),
  trainingJobs: trainingJobWords(world),
  calibrations: calibrationWords(world),
  rollCalls: rollCallWords(world),
  shiftReports: shiftReportWords(world),
  accessLinks: accessLinkWords(world),
  accounts: accountWords(world),
  pins: pinWords(world),
  activity: activityWords(world),
  branding: brandingWords(world),
  integrators: integratorWords(world),
  line: lineWords(world),
  webhooks: webhookWords(world),
  // What senders say needs positioning.
  deviceReports: {},
  errorMessages: errorMessageWords,
})
