import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type NatsSettings, natsVariables, readNats } from './nats-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'whereabouts-nats-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const SEED = `SU${'A'.repeat(56)}`
writeFileSync(join(folder, 'user.nk'), `${SEED}\n`)
writeFileSync(join(folder, 'ca.pem'), 'PEM\n')
const CREDS = '-----BEGIN NATS USER JWT-----\nx\n------END NATS USER JWT------\n-----BEGIN USER NKEY SEED-----\ny'
writeFileSync(join(folder, 'user.creds'), CREDS.replaceAll('\n', '\r\n'))

function read(variables: Record<string, string>): { settings?: NatsSettings | undefined; faults: string[] } {
  const parsed = z.object(natsVariables).safeParse(variables)
  if (!parsed.success) return { faults: parsed.error.issues.map(({ message }) => message) }
  const faults: string[] = []
  const settings = readNats(parsed.data, folder, faults)
  return faults.length > 0 ? { faults } : { settings, faults }
}

test('one server of ours needs no NATS', () => {
  expect(read({})).toEqual({ settings: undefined, faults: [] })
})

test('servers, credentials, TLS and prefix come from the operator', () => {
  expect(read({ NATS_URL: 'nats://a%3A:b%40@nats.example' }).settings).toEqual({
    servers: ['nats.example:4222'],
    needsTls: false,
    ca: undefined,
    credentials: { kind: 'password', user: 'a:', password: 'b@' },
    prefix: 'whereabouts',
  })
  const several = { NATS_URL: 'tls://u:p@[::1]:4223, tls://10.0.0.2', NATS_CA: 'ca.pem', NATS_PREFIX: 'north.ward-2' }
  expect(read(several).settings).toMatchObject({
    servers: ['[::1]:4223', '10.0.0.2:4222'],
    needsTls: true,
    ca: 'PEM\n',
    prefix: 'north.ward-2',
  })
  const away = { NATS_URL: 'nats://10.0.0.1' }
  expect(read({ ...away, NATS_NKEY: 'user.nk' }).settings?.credentials).toEqual({ kind: 'nkey', seed: SEED })
  expect(read({ ...away, NATS_CREDS: 'user.creds' }).settings?.credentials).toEqual({
    kind: 'creds',
    text: `${CREDS}\n`,
  })
  expect(read({ NATS_URL: 'nats://localhost' }).settings?.credentials).toBeUndefined()
})

const URL_FAULT =
  'NATS_URL must look like nats://user:password@host:4222, or tls:// where TLS is a must; several are joined by commas.'

test.each<readonly [Record<string, string>, string]>([
  [{ NATS_URL: 'nats.example' }, URL_FAULT],
  [{ NATS_URL: 'http://nats.example' }, URL_FAULT],
  [{ NATS_URL: 'nats://' }, URL_FAULT],
  [{ NATS_URL: 'nats://user@nats.example' }, URL_FAULT],
  [{ NATS_URL: 'nats://u:100%@nats.example' }, URL_FAULT],
  [{ NATS_URL: 'nats://u:p@nats.example/path' }, URL_FAULT],
  [{ NATS_URL: 'nats://u:p@nats.example?x' }, URL_FAULT],
  [{ NATS_URL: 'nats://u:p@a,,nats://u:p@b' }, URL_FAULT],
  [
    { NATS_URL: 'nats://u:p@a,tls://u:p@b' },
    'The servers of NATS_URL must all begin with nats:// or all with tls://, and have the same user.',
  ],
  [
    { NATS_URL: 'nats://u:p@a,nats://u:q@b' },
    'The servers of NATS_URL must all begin with nats:// or all with tls://, and have the same user.',
  ],
  [
    { NATS_URL: 'nats://127.0.0.1,nats://10.0.0.1' },
    'NATS_URL leads to another machine: it needs a user and password, NATS_NKEY or NATS_CREDS.',
  ],
  [
    { NATS_URL: 'nats://u:p@10.0.0.1', NATS_NKEY: 'user.nk' },
    'Of a user in NATS_URL, NATS_NKEY and NATS_CREDS only one may be set.',
  ],
  [
    { NATS_URL: 'nats://10.0.0.1', NATS_NKEY: 'ca.pem' },
    'NATS_NKEY must name a file with the seed of a user, which begins with SU.',
  ],
  [{ NATS_URL: 'nats://10.0.0.1', NATS_CREDS: 'user.nk' }, 'NATS_CREDS must name a credentials file, as nsc makes it.'],
  [{ NATS_CA: 'ca.pem' }, 'NATS_CA needs NATS_URL.'],
  ...['a b', 'a..b', '.a', 'a.', 'a.*', '>', 'a.b.c.d.e'].map(
    (NATS_PREFIX) =>
      [
        { NATS_URL: 'nats://localhost', NATS_PREFIX },
        'NATS_PREFIX must be one to four words of letters, digits, _ and -, joined by dots.',
      ] as const,
  ),
])('%j is told as a sentence', (variables, fault) => {
  expect(read(variables).faults).toEqual([fault])
})

test('a file that cannot be read is told of by the name of its variable', () => {
  for (const name of ['NATS_CA', 'NATS_NKEY', 'NATS_CREDS']) {
    const { faults } = read({ NATS_URL: 'nats://localhost', [name]: 'none' })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} names a file that cannot be read: ENOENT`))])
  }
})
