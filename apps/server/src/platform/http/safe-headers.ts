/** Headers of every answer, whatever it is; a page adds a policy of its own. Source: security rule 28. */
import type { Settings } from '../settings.ts'

/** A year (s). Source: ASVS 3.4.1. */
const HSTS = 'max-age=31536000; includeSubDomains'

/**
 * Browser features that a page may use. Bluetooth adds new devices, alarms sound by themselves, a screen on duty stays
 * awake; nothing else is needed.
 */
const ABILITIES = [
  ...['autoplay', 'clipboard-write', 'fullscreen', 'screen-wake-lock'].map((name) => `${name}=(self)`),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
].join(', ')

/** For every answer that is not a page: nothing in it runs or loads, and nothing may frame it. */
const NOTHING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** HSTS only where people reach the server by https, as a browser would not come back by http for a year. */
export const safeHeaders = ({ tls, publicUrl }: Settings): Readonly<Record<string, string>> => ({
  'content-security-policy': NOTHING_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': ABILITIES,
  ...(tls !== undefined || publicUrl?.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
})
