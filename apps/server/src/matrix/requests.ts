/** A plausible request for every call: what it takes from people who may, with nothing in it that ends the account. */
import { randomBytes, randomUUID } from 'node:crypto'
import { PASSWORD } from '../../../../scripts/harness/given.ts'

export interface Sample {
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const device = { platform: 'web', useragent: 'matrix', push_token: '' }
const unique = () => randomBytes(6).toString('hex')
const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const token = 'a token nobody was sent'

export const SAMPLES: Readonly<Record<string, () => Sample>> = {
  'auth.signin': () => ({
    body: { device, user: { provider: 'email', email: `${unique()}@example.com`, password: PASSWORD } },
  }),
  'auth.signinByLink': () => ({ body: { device, user: { provider: 'accesslink', access_code: unique() } } }),
  'auth.token': () => ({ body: { refresh: true } }),
  'auth.reauth': () => ({ body: { user: { password: PASSWORD } } }),
  'auth.signout': () => ({ body: { device: { platform: 'web' } } }),
  'auth.profile': () => ({}),
  'auth.changeProfile': () => ({ body: { user: { locale: 'ja-jp' } } }),
  'config.get': () => ({}),
  'trackers.list': () => ({}),
  'trackers.listCareWatches': () => ({}),
  'stations.list': () => ({}),
  'indoorMaps.list': () => ({}),
  'trackerClasses.list': () => ({}),
  'remarks.list': () => ({}),
  'accessLinks.list': () => ({}),
  'accessLinks.create': () => ({ body: { accesslink: { name: `Link ${unique()}`, role: 'guest' } } }),
  'accessLinks.remove': () => ({ body: { accesslinks: [unique()] } }),
  'activity.listDevices': () => ({}),
  'activity.listLogs': () => ({ query: 'type=security' }),
  'activity.listLogsOfDevice': () => ({ params: { id: randomUUID() } }),
  'activity.forceSignOut': () => ({ body: { session_ids: [randomUUID()], mobile_ids: [] } }),
  'accounts.signUp': () => ({
    body: { user: { email: `${unique()}@example.com`, password: PASSWORD, fullname: 'New', locale: 'en-us' } },
  }),
  'accounts.setUp': () => ({
    body: { token, user: { email: `${unique()}@example.com`, password: PASSWORD, fullname: 'New', locale: 'en-us' } },
  }),
  'accounts.previewLink': () => ({ body: { token } }),
  'accounts.confirm': () => ({ body: { token } }),
  'accounts.resendConfirmation': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.recover': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmRecovery': () => ({ body: { token, user: { password: PASSWORD } } }),
  'accounts.changePassword': () => ({ body: { user: { old_password: PASSWORD, new_password: PASSWORD } } }),
  'accounts.changeEmail': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmEmail': () => ({ body: { token } }),
  // Not the own address: refused as invalid, after the right was looked at.
  'accounts.remove': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmRemove': () => ({ body: { token } }),
  'accounts.setPin': () => ({ body: { pin_check: 'pin:1:c2FsdA==:dmVyaWZpZXI=' } }),
  'branding.setLogo': () => ({ body: { custom_logo: dataUrl } }),
  'branding.removeLogo': () => ({}),
  'branding.setAboutImage': () => ({ body: { image: dataUrl } }),
  'branding.removeAboutImage': () => ({}),
  'branding.setAboutContent': () => ({ body: { content: 'https://example.com/help' } }),
  'integrators.listUsers': () => ({}),
  'integrators.createUser': () => ({
    body: { user: { email: `${unique()}@example.com`, fullname: 'Sub', locale: 'en-us' } },
  }),
  'integrators.removeUser': () => ({ body: { user_id: randomUUID() } }),
  'integrators.setGroups': () => ({ body: { user: { groups: ['G3OfficeLog', 'Integrator'] } } }),
  'line.listGroups': () => ({}),
  'line.note': () => ({ body: { link_code: unique(), note: 'Night shift' } }),
  'line.remove': () => ({ body: { line_group_ids: [randomUUID()] } }),
  'line.webhook': () => ({ body: { destination: 'x', events: [] } }),
  'deviceReports.report': () => ({
    body: { phone_id: 'matrix-phone', seq: 1, scanned_at_ms: 1, scans: [] },
  }),
  'errorMessages.get': () => ({ query: 'code=400101&locale=en-us' }),
}
