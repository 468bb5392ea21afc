/** Every id a text may be asked by. A new catalogue adds its line here; types only, so no text travels with it. */
import type { accessLinks } from './access-links.ts'
import type { account } from './account.ts'
import type { accountPage } from './account-page.ts'
import type { activity } from './activity.ts'
import type { advSettings } from './adv-settings.ts'
import type { alarms } from './alarms.ts'
import type { alerts } from './alerts.ts'
import type { branding } from './branding.ts'
import type { common } from './common.ts'
import type { credentials } from './credentials.ts'
import type { deviceTable } from './device-table.ts'
import type { dialogs } from './dialogs.ts'
import type { errorPage } from './error-page.ts'
import type { forms } from './forms.ts'
import type { indoorMaps } from './indoor-maps.ts'
import type { integratorTool } from './integrator-tool.ts'
import type { integrators } from './integrators.ts'
import type { keys } from './keys.ts'
import type { line } from './line.ts'
import type { linkPages } from './link-pages.ts'
import type { map } from './map.ts'
import type { mapEditing } from './map-editing.ts'
import type { notifications } from './notifications.ts'
import type { onboarding } from './onboarding.ts'
import type { onboardingFailures } from './onboarding-failures.ts'
import type { onboardingPages } from './onboarding-pages.ts'
import type { pictures } from './pictures.ts'
import type { remarkItems } from './remark-items.ts'
import type { setting } from './setting.ts'
import type { sharing } from './sharing.ts'
import type { shell } from './shell.ts'
import type { signIn } from './sign-in.ts'
import type { stationUpdate } from './station-update.ts'
import type { stations } from './stations.ts'
import type { timeZones } from './time-zones.ts'
import type { trackerClasses } from './tracker-classes.ts'
import type { trackers } from './trackers.ts'
import type { unclaimed } from './unclaimed.ts'
import type { unsaved } from './unsaved.ts'
import type { visit } from './visit.ts'
import type { zones } from './zones.ts'

export type MessageId = keyof (typeof accessLinks &
  typeof account &
  typeof accountPage &
  typeof activity &
  typeof advSettings &
  typeof alarms &
  typeof alerts &
  typeof branding &
  typeof common &
  typeof credentials &
  typeof deviceTable &
  typeof dialogs &
  typeof errorPage &
  typeof forms &
  typeof indoorMaps &
  typeof integratorTool &
  typeof integrators &
  typeof keys &
  typeof line &
  typeof linkPages &
  typeof map &
  typeof mapEditing &
  typeof notifications &
  typeof onboarding &
  typeof onboardingFailures &
  typeof onboardingPages &
  typeof pictures &
  typeof remarkItems &
  typeof setting &
  typeof sharing &
  typeof shell &
  typeof signIn &
  typeof stationUpdate &
  typeof stations &
  typeof timeZones &
  typeof trackerClasses &
  typeof trackers &
  typeof unclaimed &
  typeof unsaved &
  typeof visit &
  typeof zones)
