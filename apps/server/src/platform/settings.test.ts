import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'
import { StartFault } from './start-fault.ts'

const faultsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartFault)
    return (error as Error).message.split('\n')
  }
  return []
}

test('an empty environment gives the documented settings', () => {
  expect(readSettings({ INIT_CWD: '/srv/whereabouts' })).toEqual({
    port: 8080,
    host: '0.0.0.0',
    mqttPort: 1883,
    hardwarePorts: { teltonika: undefined, gt06: undefined },
    mqttHost: '0.0.0.0',
    mqttTlsPort: undefined,
    dataDir: '/srv/whereabouts/data',
    backupDir: '/srv/whereabouts/data/backups',
    tls: undefined,
    databaseUrl: undefined,
    nats: undefined,
    publicUrl: undefined,
    mapStyleUrl: '',
    brand: 'default',
    proxies: [],
    connections: 10_000,
    accountRowsPerMinute: 300_000,
    accountRows: 1_000_000_000,
    kept: { logDays: 90, historyDays: 400 },
    signUp: 'business',
    privateAddresses: [],
    brokers: 'trusted',
    clientIds: { google: undefined, apple: undefined, facebook: undefined },
    line: undefined,
    deviceKeys: { g3: undefined, t4: undefined },
    assignParams: {},
  })
})

test('keys of devices and modes of models come from the operator', () => {
  const key = '4f8c1d7e92b35a60c7e81f4d03b96a25d8f1703e6c5b942a8e07d1c3f5a9b642'
  const settings = readSettings({
    DEVICE_KEY_G3: key,
    ASSIGN_PARAMS: 'g3m=21,g5=1D',
  })
  expect(settings.deviceKeys).toEqual({ g3: Buffer.from(key, 'hex'), t4: undefined })
  expect(settings.assignParams).toEqual({ g3m: '21', g5: '1D' })
})

test('a variable that is set to nothing counts as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', SMTP_URL: '' }).port).toBe(8080)
})

test('the data folder is relative to the folder npm was called in, unless it is absolute', () => {
  expect(readSettings({ INIT_CWD: '/srv/a', DATA_DIR: '../b' }).dataDir).toBe('/srv/b')
  expect(readSettings({ INIT_CWD: '/srv/a', DATA_DIR: '/var/b' }).dataDir).toBe('/var/b')
  expect(readSettings({ INIT_CWD: '/srv/a', DATA_DIR: '/var/b' }).backupDir).toBe('/var/b/backups')
  expect(readSettings({ INIT_CWD: '/srv/a', BACKUP_DIR: '../c' }).backupDir).toBe('/srv/c')
})

test('all faults are named at once, a sentence each', () => {
  const faults = faultsOf({ PORT: 'eighty', MQTT_PORT: '65536', HOST: 'a b', BRAND: 'other', TLS_KEY: 'key.pem' })
  expect(faults).toEqual([
    'PORT must be a whole number from 0 to 65535.',
    'HOST must be an address or a host name, such as 127.0.0.1.',
    'MQTT_PORT must be a whole number from 0 to 65535.',
    'BRAND must be one of default, harbor, meadow, summit.',
    'TLS_CERT and TLS_KEY must be set together, each to the path of a PEM file.',
  ])
})

test('a port for TLS needs a certificate', () => {
  expect(faultsOf({ MQTT_TLS_PORT: '8883' })).toEqual(['MQTT_TLS_PORT needs TLS_CERT and TLS_KEY.'])
})

test.each([
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['MQTT_PORT', '99999'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost:5432'],
  ['PUBLIC_URL', 'whereabouts.example'],
  ['PUBLIC_URL', 'https://whereabouts.example/console'],
  ['MAP_STYLE_URL', 'file:///etc/passwd'],
  ['PROXIES', 'proxy.example'],
  ['PROXIES', '10.0.0.0/33'],
  ['PROXIES', '10.0.0.5,,x'],
  ['SIGN_UP', 'on'],
  ['DEVICE_KEY_G3', '8c1d7e92b35a60c7e81f4d03b96a25d8f1703e6c5b942a8e07d1c3f5a9b642'],
  ['DEVICE_KEY_G3', '00'.repeat(32)],
  ['DEVICE_KEY_G3', 'deadbeef'.repeat(8)],
  ['DEVICE_KEY_T4', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')],
  ['DEVICE_KEY_T4', 'no hex'],
  ['ASSIGN_PARAMS', 'g3m=99'],
  ['ASSIGN_PARAMS', 'g4=21'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://mail.example/path'],
  ['SMTP_URL', 'smtp://care:100%safe@mail.example'],
  ['SMTP_FROM', 'Whereabouts'],
  ['SMTP_FROM', 'a@b.example, c@d.example'],
  ['GOOGLE_CLIENT_ID', 'two words'],
])('%s=%s is refused by name', (name, value) => {
  const faults = faultsOf({ [name]: value })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name} must `))
})

test('proxies are addresses and ranges of both kinds', () => {
  expect(readSettings({ PROXIES: '10.0.0.5, 192.168.0.0/16,fd00::/8' }).proxies).toEqual([
    '10.0.0.5',
    '192.168.0.0/16',
    'fd00::/8',
  ])
})

test('a refused database address does not show its password', () => {
  expect(faultsOf({ DATABASE_URL: 'postgre://me:hunter2@db/x' }).join()).not.toContain('hunter2')
})

test('a mail server is an address with user and password; mails come from who is named, else from the public host', () => {
  expect(readSettings({}).smtp).toBeUndefined()
  expect(readSettings({ SMTP_URL: 'smtp://127.0.0.1' }).smtp).toEqual({
    host: '127.0.0.1',
    port: 587,
    secure: false,
    user: undefined,
    password: undefined,
    from: { name: 'Whereabouts', address: 'whereabouts@localhost' },
  })
  const smtp = readSettings({
    SMTP_URL: 'smtps://care%40care.example:p%40ss@mail.example',
    SMTP_FROM: '"Care house" <care@care.example>',
  }).smtp
  expect(smtp).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    user: 'care@care.example',
    password: 'p@ss',
    from: { name: 'Care house', address: 'care@care.example' },
  })
  const fromHost = readSettings({ SMTP_URL: 'smtp://mail.example:25', PUBLIC_URL: 'https://care.example' }).smtp
  expect(fromHost).toMatchObject({ port: 25, from: { address: 'whereabouts@care.example' } })
  expect(readSettings({ SMTP_URL: 'smtp://m', SMTP_FROM: 'care@care.example' }).smtp?.from).toEqual({
    name: '',
    address: 'care@care.example',
  })
})

test.each(['MQTT_URL', 'GOOGLE_CLIENT_SECRET', 'APPLE_KEY_ID', 'FACEBOOK_APP_SECRET'])(
  '%s is refused as long as this version cannot do it',
  (name) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name} is set, but this version does not have that yet; unset it.`])
  },
)

test('sign-in services are set up by the client ids they gave this server', () => {
  const { clientIds } = readSettings({ GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com', FACEBOOK_APP_ID: '123' })
  expect(clientIds).toEqual({ google: 'a.apps.googleusercontent.com', apple: undefined, facebook: '123' })
})

test('LINE needs both of its keys and an address that links lead to', () => {
  const keys = { LINE_CHANNEL_SECRET: 'secret', LINE_CHANNEL_ACCESS_TOKEN: 'token' }
  expect(readSettings({ ...keys, PUBLIC_URL: 'https://whereabouts.example' }).line).toEqual({
    channelSecret: 'secret',
    accessToken: 'token',
  })
  expect(faultsOf({ LINE_CHANNEL_SECRET: 'secret' })).toEqual([
    'LINE_CHANNEL_SECRET and LINE_CHANNEL_ACCESS_TOKEN must be set together.',
  ])
  expect(faultsOf(keys)).toEqual(['With the keys of LINE, PUBLIC_URL must say where links in groups lead.'])
})

test('a public address loses its final slash', () => {
  expect(readSettings({ PUBLIC_URL: 'https://Whereabouts.example/' }).publicUrl).toBe('https://whereabouts.example')
})

test('certificate files that are missing or no certificate are refused with the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(
    faultsOf({ INIT_CWD: folder, TLS_CERT: 'none.pem', TLS_KEY: 'none.key' }).map((text) => text.slice(0, 49)),
  ).toEqual(['TLS_CERT names a file that cannot be read: ENOENT', 'TLS_KEY names a file that cannot be read: ENOENT:'])
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(join(folder, 'a.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'a.pem'), 'not a certificate')
  expect(faultsOf({ INIT_CWD: folder, TLS_CERT: 'a.pem', TLS_KEY: 'a.key' })[0]).toMatch(
    /^TLS_CERT and TLS_KEY do not make a working pair: /,
  )
})
