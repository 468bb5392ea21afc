/** A sender's MQTT connection; it ends with the test. */
import mqtt, { type MqttClient } from 'mqtt'
import { onTestFinished } from 'vitest'

/** Connects as the sender of a credential, or fails with what the broker says. */
export async function connectSender(
  { mqttPort }: { mqttPort: number },
  username: string,
  password: string,
): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, { username, password, reconnectPeriod: 0 })
  onTestFinished(() => client.endAsync(true))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}
