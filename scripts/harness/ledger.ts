/**
 * Senders that keep their own book: every report they were told is safe. They repeat a report until it is acknowledged,
 * as a station with a queue does, and know nothing of what happens to the server meanwhile. Some reports they repeat
 * once more after that, as one does whose acknowledgement was lost on its way.
 */
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'

export interface Acknowledged {
  readonly sender_id: string
  readonly over: 'http' | 'mqtt'
  readonly seq: number
  readonly scanned_at_ms: number
  /** Trackers the report spoke of. */
  readonly device_ids: readonly string[]
  readonly battery: number
}

/** A report as stations send it. */
export const bodyOf = ({ sender_id, seq, scanned_at_ms, device_ids, battery }: Omit<Acknowledged, 'over'>): string =>
  JSON.stringify({
    t4_id: sender_id,
    seq,
    scanned_at_ms,
    scans: device_ids.map((device_id) => ({ device_id, rssi: -60 - (seq % 20), battery })),
  })

interface Sender {
  readonly sender_id: string
  readonly password: string
  readonly over: 'http' | 'mqtt'
  /** Of MQTT: 3.1.1 is 4. */
  readonly mqttVersion: 4 | 5
}

export interface LoadSettings {
  readonly httpOrigin: string
  readonly mqttPort: number
  readonly senders: readonly Sender[]
  readonly device_ids: readonly string[]
  /** Trackers in one report. */
  readonly scansPerReport: number
  /** Between two reports of a sender (ms); at once unless named. */
  readonly everyMs?: number
  /** MQTT messages a sender has under way at once. */
  readonly inFlight: number
  /** An MQTT connection was accepted, or it ended without our doing. */
  readonly onLine?: (version: Sender['mqttVersion'], what: 'begun' | 'cut') => void
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Answers other than an acknowledgement, by status or error code. */
  readonly refusals: ReadonlyMap<string, number>
  /** Reports that were sent again after they had been acknowledged. */
  repeated(): number
  /** Resolves when that many more reports are acknowledged than now. */
  more(count: number): Promise<void>
  /** Sends nothing new, waits until everything under way is acknowledged. */
  finish(): Promise<void>
}

const RETRY_AFTER_MS = 50
const ANSWER_WITHIN_MS = 10_000
const REPEAT_EACH = 4

export function startLoad(settings: LoadSettings): Load {
  const acknowledged: Acknowledged[] = []
  const refusals = new Map<string, number>()
  const count = (reason: string) => refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  let isFinishing = false
  let repeated = 0

  /** Each report covers other trackers than the one before, so that every sender reports every tracker. */
  const nextReport = (senderIndex: number, seq: number): Acknowledged => ({
    sender_id: settings.senders[senderIndex]!.sender_id,
    over: settings.senders[senderIndex]!.over,
    seq,
    scanned_at_ms: Date.now(),
    device_ids: Array.from(
      { length: settings.scansPerReport },
      (_, scan) =>
        settings.device_ids[(seq * settings.scansPerReport + scan + senderIndex * 7) % settings.device_ids.length]!,
    ),
    battery: seq % 101,
  })
  async function post(report: Acknowledged, password: string): Promise<boolean> {
    try {
      const response = await fetch(`${settings.httpOrigin}/v3/device/report`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${report.sender_id}:${password}`).toString('base64')}`,
        },
        body: bodyOf(report),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      await response.arrayBuffer()
      if (response.status !== 200) count(String(response.status))
      return response.status === 200
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } }
      count(cause?.code ?? name)
      return false
    }
  }

  /** Sends until it is acknowledged, writes it into the book, and repeats one in so many. */
  async function deliver(report: Acknowledged, send: (report: Acknowledged) => Promise<boolean>): Promise<void> {
    while (!(await send(report))) await wait(RETRY_AFTER_MS)
    acknowledged.push(report)
    if (settings.everyMs !== undefined) await wait(settings.everyMs)
    if (report.seq % REPEAT_EACH !== 0) return
    while (!(await send(report))) await wait(RETRY_AFTER_MS)
    repeated += 1
  }

  async function sendByHttp(senderIndex: number): Promise<void> {
    const { password } = settings.senders[senderIndex]!
    for (let seq = 1; !isFinishing; seq++) {
      await deliver(nextReport(senderIndex, seq), (report) => post(report, password))
    }
  }

  /** False where the connection closed before the client could take the message into its store. */
  async function publish(client: mqtt.MqttClient, report: Acknowledged): Promise<boolean> {
    try {
      await client.publishAsync(`whereabouts/${report.sender_id}/up`, bodyOf(report), { qos: 1 })
      return true
    } catch (error) {
      count((error as Error).message)
      return false
    }
  }

  async function sendByMqtt(senderIndex: number): Promise<void> {
    const { sender_id, password, mqttVersion } = settings.senders[senderIndex]!
    // QoS 1: the client keeps what is not acknowledged and sends it again on the next connection.
    const client = mqtt.connect(`mqtt://127.0.0.1:${settings.mqttPort}`, {
      clientId: sender_id,
      username: sender_id,
      password,
      protocolVersion: mqttVersion,
      clean: true,
      reconnectPeriod: RETRY_AFTER_MS,
      connectTimeout: 10_000,
      keepalive: 60,
    })
    client.on('error', (error) => count((error as NodeJS.ErrnoException).code ?? error.message))
    client.on('connect', () => {
      settings.onLine?.(mqttVersion, 'begun')
      client.stream.once('close', () => {
        if (!client.disconnecting) settings.onLine?.(mqttVersion, 'cut')
      })
    })
    let seq = 0
    const line = async () => {
      while (!isFinishing) await deliver(nextReport(senderIndex, ++seq), (report) => publish(client, report))
    }
    await Promise.all(Array.from({ length: settings.inFlight }, line))
    await client.endAsync()
  }

  const sending = Promise.all(
    settings.senders.map((sender, index) => (sender.over === 'http' ? sendByHttp(index) : sendByMqtt(index))),
  )
  return {
    acknowledged,
    refusals,
    repeated: () => repeated,
    async more(wanted) {
      const target = acknowledged.length + wanted
      while (acknowledged.length < target) await wait(5)
    },
    async finish() {
      isFinishing = true
      await sending
    },
  }
}
