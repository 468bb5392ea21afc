/** MQTT with TLS beside the port without it, which boards need that cannot do TLS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../scripts/harness/test-certificate.ts'

/** People and credentials are made over http. */
const plain = await testApp({ isShared: true })
const given = makeGiven(plain)
const folder = mkdtempSync(join(tmpdir(), 'whereabouts-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const TLS = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
writeFileSync(TLS.TLS_CERT, TEST_CERTIFICATE)
writeFileSync(TLS.TLS_KEY, TEST_KEY)

async function connect(url: string, options: IClientOptions): Promise<'connected' | 'refused'> {
  const client = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: 10_000, ca: TEST_CERTIFICATE, ...options })
  onTestFinished(() => client.endAsync(true))
  return new Promise((resolve) => {
    client.once('connect', () => resolve('connected'))
    client.on('error', () => resolve('refused')).once('close', () => resolve('refused'))
  })
}

test('with a port for TLS the other one stays without it; each speaks both versions of MQTT', async () => {
  const app = await testApp({ beside: plain, env: { ...TLS, MQTT_TLS_PORT: '0' } })
  const { accountId } = await given.person()
  const { t4Id: username, password } = await given.station(accountId)
  expect(app.running.app.mqttUrl()).toMatch(new RegExp(`^mqtts://.*:${app.mqttPort}$`))
  for (const protocolVersion of [4, 5] as const) {
    const who = { username, password, protocolVersion }
    expect(await connect(`mqtts://127.0.0.1:${app.mqttPort}`, who)).toBe('connected')
    expect(await connect(`mqtt://127.0.0.1:${app.plainMqttPort}`, who)).toBe('connected')
    expect(await connect(`mqtt://127.0.0.1:${app.mqttPort}`, who)).toBe('refused')
    expect(await connect(`mqtts://127.0.0.1:${app.plainMqttPort}`, who)).toBe('refused')
  }
})

test('without one the port of MQTT speaks TLS alone', async () => {
  const app = await testApp({ beside: plain, env: TLS })
  const { accountId } = await given.person()
  const { t4Id: username, password } = await given.station(accountId)
  expect(app.plainMqttPort).toBeUndefined()
  expect(await connect(`mqtts://127.0.0.1:${app.mqttPort}`, { username, password })).toBe('connected')
  expect(await connect(`mqtt://127.0.0.1:${app.mqttPort}`, { username, password })).toBe('refused')
})
