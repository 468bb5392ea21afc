/** The parts that routes and gateways work with; `app.ts` builds them. */

import type { TagMemory } from '@whereabouts/protocol/tag-memory'
import type { AlarmMachine } from './alarms/machine.ts'
import type { EventSink } from './events/sinks.ts'
import type { KnownBrowsers } from './features/auth/known-browsers.ts'
import type { Providers } from './features/auth/providers.ts'
import type { LineChannel } from './features/line/channel.ts'
import type { PictureDecoder } from './features/media/decoder.ts'
import type { WebhookSender } from './features/webhooks/sender.ts'
import type { Downlink } from './gateway/downlink.ts'
import type { PayloadKeys } from './gateway/payload-keys.ts'
import type { RadioKeys } from './gateway/radio-keys.ts'
import type { Readers } from './gateway/readers.ts'
import type { Senders } from './gateway/senders.ts'
import type { Homes } from './homes/account-home.ts'
import type { GatewayCounts } from './ingest/receive/gateway-counts.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Streams } from './live/streams.ts'
import type { Identify } from './platform/actor.ts'
import type { Clock, Random } from './platform/clock.ts'
import type { Limits } from './platform/http/limits.ts'
import type { PageTokens } from './platform/http/page-token.ts'
import type { Log } from './platform/log.ts'
import type { OutsideHosts } from './platform/net/outside-hosts.ts'
import type { PdfMaker } from './platform/pdf/pdf.ts'
import type { CallDb, Db, ServerDb } from './platform/postgres/database.ts'
import type { DiskRoom } from './platform/postgres/disk-watch.ts'
import type { PushServices } from './platform/push/push-services.ts'
import type { VapidKeys } from './platform/push/vapid.ts'
import type { Seal } from './platform/seal.ts'
import type { HardwarePorts, Settings } from './platform/settings.ts'

/** Of one or of all accounts, by its connections. */
interface AppSeeing<Seeing extends Db> {
  /** Id of this run of the server, unique on the database. */
  readonly serverId: string
  readonly settings: Settings
  readonly limits: Limits
  readonly demo: boolean
  /** Connections for calls: they find the rows of the caller's account (`platform/postgres/account-scope.ts`). */
  readonly db: Seeing
  /** The same for calls that must not wait for lists: alarms (security rule 48). */
  readonly urgentDb: Seeing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly identify: Identify
  readonly pageTokens: PageTokens
  /** Derives the next access token from the current one. */
  readonly rotationKey: Buffer
  /** Rows of the record of excursions are chained under it. */
  readonly excursionKey: Buffer
  readonly knownBrowsers: KnownBrowsers
  /** Codes of access links are stored under it. */
  readonly linkCodes: Seal
  readonly pictures: PictureDecoder
  readonly pdfs: PdfMaker
  readonly disk: DiskRoom
  /** By type of device, the key its challenges are answered with; it never leaves the server (G44). */
  readonly deviceKeys: { readonly g3: Buffer; readonly t4: Buffer }
  readonly providers: Providers
  /** Undefined without LINE's keys. */
  readonly line: LineChannel | undefined
  /** Push services, and the keys by which they know us. */
  readonly pushServices: PushServices
  /** What features send of events. */
  readonly sinks: readonly EventSink[]
  readonly vapidKeys: VapidKeys
  readonly senders: Senders
  /** Keys of phones that encrypt. */
  readonly payloadKeys: PayloadKeys
  /** Keys of encrypted tags. */
  readonly radioKeys: RadioKeys
  /** Passwords of brokers are stored under it, each for its broker. */
  readonly brokerPasswords: Seal
  /** Connects to brokers as they are set up; wake it once the transaction is committed. Servers look for changes anyway. */
  readonly brokers: { wake(): void }
  /** Tag frames that were counted already. */
  readonly tagMemory: TagMemory
  /** Delivers queued commands to connected senders; wake it once the transaction is committed. */
  readonly downlink: Downlink
  /** Connections of readers. */
  readonly readers: Readers
  /** Where accounts are at home: what is reported and changed of them goes there. */
  readonly homes: Homes
  readonly counts: GatewayCounts
  readonly streams: Streams
  /** Delivers and escalates alarms; wake it once the transaction that raises or changes one is committed. */
  readonly alarms: Pick<AlarmMachine, 'wake' | 'isTelling'>
  /** Origin of links in mails, without a final slash. */
  readonly origin: () => string
  /** Address of the MQTT port for senders. */
  readonly mqttUrl: () => string
  /** Ports of GPS hardware that are open. */
  readonly hardwarePorts: () => HardwarePorts
  /** Addresses of this machine that other machines may reach; none where it listens to itself alone. */
  readonly ownAddresses: () => readonly string[]
  /** Sends queued mails; wake it once the transaction is committed. */
  readonly outbox: { wake(): void }
  /** Secrets of webhooks are stored under it. */
  readonly webhookSecrets: Seal
  /** Hosts that people of an account name. */
  readonly outsideHosts: OutsideHosts
  /** Sends deliveries of webhooks; wake it once the transaction that queues one is committed. */
  readonly webhooks: Pick<WebhookSender, 'wake'>
  /** Work that is done later; wake it once the transaction that adds a job is committed. */
  readonly jobs: Pick<JobQueue, 'add' | 'wake'>
}

/** What calls work with. */
export type App = AppSeeing<CallDb>
/** What the server's own work takes, which no call waits for. */
export type Background = AppSeeing<ServerDb>
/** Either: the caller decides whose rows it finds. */
export type AnyApp = AppSeeing<Db>
