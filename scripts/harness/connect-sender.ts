/** A sender's MQTT connection; it ends with the test. */
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach } from 'vitest'

const open: MqttClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.endAsync(true)
})

/** Connects as the sender of a credential, or fails with what the broker says. */
export async function connectSender(
  { mqttPort }: { mqttPort: number },
  username: string,
  password: string,
): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, { username, password, reconnectPeriod: 0 })
  open.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}
