/** Builds the server from what it is given, so that tests build the very same one. */
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { api, beside } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { HARDWARE_KINDS } from '@whereabouts/domain/senders'
import { TagMemory } from '@whereabouts/protocol/tag-memory'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { changeConditions } from './alarms/conditions.ts'
import { AlarmMachine } from './alarms/machine.ts'
import { PushSender } from './alarms/push.ts'
import { Sweep } from './alarms/sweep.ts'
import type { Bus } from './bus/bus.ts'
import { LocalBus } from './bus/local-bus.ts'
import type { App, Background } from './context.ts'
import type { EventSink } from './events/sinks.ts'
import { AccountFeeds } from './exports/account-feed.ts'
import { geoRoutes } from './exports/geo.ts'
import { exportToHomeAssistant } from './exports/home-assistant.ts'
import { mcpRoutes } from './exports/mcp.ts'
import { omloxRoutes } from './exports/omlox.ts'
import { omloxSocket } from './exports/omlox-socket.ts'
import { Denials } from './features/activity/denials.ts'
import { createIdentify } from './features/auth/actor.ts'
import { KnownBrowsers } from './features/auth/known-browsers.ts'
import { createProviders, PROVIDER_DESCRIPTIONS, type ProviderDescription } from './features/auth/providers.ts'
import { EXCURSION_SECRET } from './features/excursions/csv.ts'
import { createLineChannel, LINE_API } from './features/line/channel.ts'
import { lineSink } from './features/line/queries.ts'
import { devMailPage } from './features/mail/dev-page.ts'
import { Outbox } from './features/mail/outbox.ts'
import { createPost } from './features/mail/smtp.ts'
import { PictureDecoder } from './features/media/decoder.ts'
import { pushSink } from './features/push/queue.ts'
import { ShiftTimes } from './features/shift-reports/due.ts'
import { withExtras } from './features/trackers/queries.ts'
import { TrackerWatch } from './features/trackers/watch.ts'
import { readLearnt } from './features/training-jobs/learnt.ts'
import { webhookSink } from './features/webhooks/queue.ts'
import { WebhookSender } from './features/webhooks/sender.ts'
import { Brokers } from './gateway/brokers.ts'
import { Downlink } from './gateway/downlink.ts'
import { createHardwareGateway } from './gateway/hardware.ts'
import { createMqttGateway } from './gateway/mqtt.ts'
import { PayloadKeys } from './gateway/payload-keys.ts'
import { RadioKeys } from './gateway/radio-keys.ts'
import { Readers } from './gateway/readers.ts'
import { Senders } from './gateway/senders.ts'
import { createHomes } from './homes/create-homes.ts'
import type { Shards } from './homes/shards.ts'
import type { Ingest } from './ingest/ingest.ts'
import { GatewayCounts } from './ingest/receive/gateway-counts.ts'
import type { StoredRows } from './ingest/receive/stored-rows.ts'
import { JobQueue } from './jobs/queue.ts'
import { tasksOf } from './jobs/tasks.ts'
import { BetweenServers } from './live/between-servers.ts'
import { liveChanges } from './live/changes.ts'
import { Streams } from './live/streams.ts'
import { watchSessions } from './live/watch-sessions.ts'
import { Nightly } from './nightly.ts'
import type { Clock, Random } from './platform/clock.ts'
import { type Refused, refuseOtherMethods } from './platform/http/answer.ts'
import { Connections } from './platform/http/connections.ts'
import { CONSOLE_FOLDER, consoleFiles } from './platform/http/console-files.ts'
import { healthRoutes } from './platform/http/health.ts'
import { createHttp } from './platform/http/http.ts'
import { httpConnections } from './platform/http/http-connections.ts'
import { takeIdempotencyKeys } from './platform/http/idempotency.ts'
import { connectionLimits, LIMITS, type Limits, rowLimits } from './platform/http/limits.ts'
import { mqttUrlOf, originOf, ownAddresses } from './platform/http/origin.ts'
import { createPageTokens } from './platform/http/page-token.ts'
import { Rate } from './platform/http/rate.ts'
import type { Log } from './platform/log.ts'
import { OutsideHosts } from './platform/net/outside-hosts.ts'
import { PdfMaker } from './platform/pdf/pdf.ts'
import type { Database, Db } from './platform/postgres/database.ts'
import type { DiskRoom } from './platform/postgres/disk-watch.ts'
import { isStorageAway } from './platform/postgres/storage-away.ts'
import { createPushServices, type PushServices } from './platform/push/push-services.ts'
import { vapidKeysOf } from './platform/push/vapid.ts'
import { createSeal } from './platform/seal.ts'
import { serverSecret } from './platform/secrets.ts'
import type { HardwarePorts, Settings } from './platform/settings.ts'
import { Tally } from './platform/tally.ts'
import { mountRoutes } from './routes.ts'

export interface AppSettings {
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The disk of the bundled database; for an external one it is unknown. */
  readonly disk?: DiskRoom
  /** Between this server and others, to be closed after the app; without it there are no others. */
  readonly bus?: Bus
  /** The demo's sign-ins are offered on the sign-in page. */
  readonly demo?: boolean
  readonly consoleFolder?: string
  readonly limits?: Partial<Limits>
  /** Sign-in services in place of the real ones. */
  readonly providers?: readonly ProviderDescription[]
  /** Origin of LINE's Messaging API, in place of LINE's own. */
  readonly lineApi?: string
  /** Push services in place of those of the browsers' makers. */
  readonly pushServices?: PushServices
  /** Interval of this server's heartbeats (ms), where a test wants more of them. */
  readonly renewEveryMs?: number
  /** The database is the bundled one, which no other server has. */
  readonly isOwnDatabase?: boolean
  /** Network interfaces, in place of this machine's. */
  readonly interfaces?: typeof networkInterfaces
  /** False: jobs are left to other servers. */
  readonly doesJobs?: boolean
}

export interface RunningApp {
  readonly app: App
  /** The same for work that no call waits for, which finds the rows of all accounts. */
  readonly background: Background
  readonly http: FastifyInstance
  readonly nightly: Nightly
  readonly ingest: Ingest
  readonly shards: Shards
  readonly storedRows: StoredRows
  /** Opens all ports and answers their numbers. `plainMqttPort`: the one without TLS, where it stands beside one with it. */
  listen(): Promise<{ port: number; mqttPort: number; plainMqttPort?: number; hardwarePorts: HardwarePorts }>
  /** Reports not ready from now on; finishes what is in progress, then closes everything but the database. */
  close(): Promise<void>
}

/** At shutdown, requests and messages in progress get this long (ms). */
const FINISH_WITHIN_MS = 8000

/** What features send of events, in the order in which they lock their rows. */
const SINKS: readonly EventSink[] = [pushSink, lineSink, webhookSink]

export async function createApp(given: AppSettings): Promise<RunningApp> {
  const { settings, database, clock, random, log } = given
  const { db, callsDb, quietDb, urgentCallsDb, ownerPool } = database
  const limits = {
    ...LIMITS,
    connections: connectionLimits(settings.connections),
    rowsPerMinute: rowLimits(settings.accountRowsPerMinute),
    ...given.limits,
  }
  const tally = new Tally(log)
  const bus = given.bus ?? new LocalBus({ log, clock })
  const streams = new Streams(clock)
  const counts = new GatewayCounts(db, {
    onFault: (error) => log.warn({ reason: (error as Error).message }, 'Failed to store gateway counts; retrying'),
    tell: (accountId) => streams.listChanged(accountId, 'credentials'),
  })
  const { shards, ingest, storedRows, homes, closeHomes } = createHomes({
    ...{ database, clock, random, log, tally, settings, limits, bus, counts, withExtras, readLearnt },
    isAlone: given.bus === undefined,
    isOwnDatabase: given.isOwnDatabase ?? false,
    renewEveryMs: given.renewEveryMs,
    listener: liveChanges(streams, clock),
    changeConditions: async (fence, changes) => {
      const { hasNews, open } = await changeConditions(fence, { clock, random, sinks: SINKS }, changes)
      if (hasNews) alarms.wake()
      return open
    },
  })
  if (given.bus !== undefined) streams.join(new BetweenServers({ bus, clock, log, tally, shards, consoles: streams }))
  const post = settings.smtp && createPost(settings.smtp, limits.mailServerSilenceMs)
  const outbox = new Outbox({ db, clock, random, log, post })
  const jobs = new JobQueue({ db, pool: database.pool, log })
  let { port, mqttPort, hardwarePorts } = settings

  const line = settings.line && createLineChannel(settings.line, given.lineApi ?? LINE_API)
  const origin = () => originOf(settings, port)
  const pushServices = given.pushServices ?? createPushServices()
  const vapidKeys = vapidKeysOf(await serverSecret(db, random, 'vapid'))
  const pushes = new PushSender({ db, clock, random, log, services: pushServices, keys: vapidKeys, origin })
  const alarms = new AlarmMachine({
    serverId: () => shards.serverId,
    db,
    clock,
    random,
    log,
    streams,
    outbox,
    pushes,
    line,
    origin,
  })

  const webhookSecrets = createSeal(await serverSecret(db, random, 'webhooks'), random)
  const outsideHosts = new OutsideHosts(settings.privateAddresses)
  const webhooks = new WebhookSender({
    db,
    clock,
    random,
    log,
    sinks: SINKS,
    secrets: webhookSecrets,
    hosts: outsideHosts,
    alarms,
  })

  let brokers: Brokers | undefined
  const app: App = {
    serverId: shards.serverId,
    settings,
    limits,
    demo: given.demo ?? false,
    db: callsDb,
    urgentDb: urgentCallsDb,
    clock,
    random,
    log,
    identify: createIdentify({ db, clock, random }),
    pageTokens: createPageTokens(await serverSecret(db, random, 'page-tokens'), () => clock.now()),
    rotationKey: await serverSecret(db, random, 'token-rotation'),
    excursionKey: await serverSecret(db, random, EXCURSION_SECRET),
    knownBrowsers: new KnownBrowsers(await serverSecret(db, random, 'known-browsers'), random),
    linkCodes: createSeal(await serverSecret(db, random, 'link-codes'), random),
    pictures: new PictureDecoder(),
    pdfs: new PdfMaker(),
    disk: given.disk ?? { isShort: false },
    deviceKeys: {
      g3: settings.deviceKeys.g3 ?? (await serverSecret(db, random, 'device-key-g3')),
      t4: settings.deviceKeys.t4 ?? (await serverSecret(db, random, 'device-key-t4')),
    },
    providers: createProviders({
      clientIds: settings.clientIds,
      descriptions: given.providers ?? PROVIDER_DESCRIPTIONS,
      clock,
      log,
    }),
    line,
    pushServices,
    sinks: SINKS,
    vapidKeys,
    senders: new Senders({
      db,
      clock,
      onAway: (error) =>
        log.warn({ reason: (error as Error).message }, 'Failed to record when credentials were used; retrying'),
      onFirstUse: (accountId) => streams.listChanged(accountId, 'credentials'),
      onWrongUser: (sender) => counts.add(sender, 'wrongUser', clock.now()),
    }),
    payloadKeys: new PayloadKeys(createSeal(await serverSecret(db, random, 'payload-keys'), random), log),
    radioKeys: new RadioKeys({ db, log, seal: createSeal(await serverSecret(db, random, 'radio-keys'), random) }),
    brokerPasswords: createSeal(await serverSecret(db, random, 'broker-passwords'), random),
    brokers: { wake: () => void brokers?.look() },
    tagMemory: new TagMemory(),
    downlink: new Downlink(),
    readers: new Readers(),
    homes,
    counts,
    streams,
    alarms,
    origin,
    hardwarePorts: () => hardwarePorts,
    mqttUrl: () => mqttUrlOf(settings, originOf(settings, port), mqttPort),
    ownAddresses: () => ownAddresses(settings.host, (given.interfaces ?? networkInterfaces)()),
    outbox,
    webhookSecrets,
    outsideHosts,
    webhooks,
    jobs,
  }

  // What no call waits for works for all accounts.
  const background: Background = { ...app, db: quietDb, urgentDb: db }

  let closing = false
  const denials = new Denials({ db: callsDb, clock, random, log, tally })
  const onRefused = (refused: Refused) => {
    denials.note(refused)
    const { refusal, reason } = refused
    if (refusal.errorName === 'storageBusy') tally.count('Callers are asked to retry', { reason })
  }
  const http = createHttp({ settings, limits, clock, log, onRefused })
  const answersSeal = createSeal(await serverSecret(db, random, 'idempotency'), random)
  takeIdempotencyKeys(http, { db: callsDb, clock, log, seal: answersSeal })
  const doors = new Connections(limits.connections, { proxies: settings.proxies, tally, clock })
  const { unprovedPerAddress } = limits.connections
  const httpDoor = doors.door('http', unprovedPerAddress.http)
  const connections = httpConnections(http.server, httpDoor, settings.tls !== undefined)
  healthRoutes(
    http,
    async () => !closing && shards.isReady && !app.disk.isShort && !database.disk.isFull && (await answers(db)),
    () => [
      app.disk.isShort ? 'the disk is nearly full, so changes are refused' : undefined,
      database.disk.isFull ? 'the disk of the database is full, so changes are refused' : undefined,
      bus.isConnected ? undefined : 'NATS is away, so reports of accounts at other servers are refused',
      doors.summary,
    ],
  )
  mountRoutes(http, app)
  const feeds = new AccountFeeds(background)
  omloxRoutes(http, background, feeds)
  const readerRate = new Rate(limits.readerCallsPerMinute, {
    clock,
    onExceeded: (key) => log.warn({ reader: key.split(' ')[0] }, 'Throttling the calls of a reader'),
  })
  geoRoutes(http, app, background, readerRate)
  mcpRoutes(http, background, { feeds, rate: readerRate })
  // Routes with parsers of their own are mounted later; a fault in them stops the start here.
  await http.after()
  if (app.demo) devMailPage(http, background)
  refuseOtherMethods(http, [
    ...Object.values(api).flatMap((calls): Endpoint[] => Object.values(calls)),
    ...beside.map(({ path }) => ({ method: 'GET', path }) as const),
  ])
  consoleFiles(http, { folder: given.consoleFolder ?? CONSOLE_FOLDER, mapStyleUrl: settings.mapStyleUrl, random })
  const farewells = [exportToHomeAssistant(background, feeds), omloxSocket(http.server, background, feeds)]
  const mqtt = await createMqttGateway(background, doors.door('mqtt', unprovedPerAddress.mqtt))
  const hardware = HARDWARE_KINDS.filter((kind) => settings.hardwarePorts[kind] !== undefined).map((kind) => {
    const gateway = createHardwareGateway(background, kind, doors.door(kind, unprovedPerAddress.mqtt))
    return { kind, ...gateway }
  })
  brokers = new Brokers(background)
  const sessions = watchSessions(background)
  const trackerWatch = new TrackerWatch(background)
  const sweep = new Sweep({ db, clock, log, ingest })
  const shiftTimes = new ShiftTimes({ db, clock, random, log, jobs, streams })
  const nightly = new Nightly({ db, pool: database.pool, ownerPool, clock, jobs, log, kept: settings.kept })

  tally.start()
  await shards.start()
  await ingest.start()
  app.senders.start()
  app.radioKeys.start()
  brokers.start()
  counts.start()
  storedRows.start()
  streams.start(() => alarms.isTelling)
  nightly.start()
  sweep.start()
  trackerWatch.start()
  outbox.start()
  if (given.doesJobs !== false) {
    await jobs.start(tasksOf(background))
    shiftTimes.start()
  }
  alarms.start()
  webhooks.start()
  return {
    app,
    background,
    http,
    nightly,
    ingest,
    shards,
    storedRows,
    async listen() {
      await http.listen({ port: settings.port, host: settings.host })
      port = (http.server.address() as AddressInfo).port
      for (const { kind, listen } of hardware) {
        hardwarePorts = { ...hardwarePorts, [kind]: await listen(settings.hardwarePorts[kind]!, settings.host) }
      }
      const { tls, mqttTlsPort } = settings
      const isBeside = tls !== undefined && mqttTlsPort !== undefined
      mqttPort = await mqtt.listen(settings.mqttPort, settings.mqttHost, isBeside ? undefined : tls)
      if (!isBeside) return { port, mqttPort, hardwarePorts }
      // Senders are told the one with TLS.
      const plainMqttPort = mqttPort
      mqttPort = await mqtt.listen(mqttTlsPort, settings.host, tls)
      return { port, mqttPort, plainMqttPort, hardwarePorts }
    },
    async close() {
      closing = true
      sessions.stop()
      streams.close()
      for (const sayFarewell of farewells) sayFarewell()
      feeds.close()
      tally.close()
      storedRows.close()
      app.radioKeys.close()
      // Requests in progress are finished and acknowledged; clients that do not read the answer by then are disconnected (rule 57).
      const hangUp = setInterval(() => connections.closeUnused(), 20)
      const late = setTimeout(() => http.server.closeAllConnections(), FINISH_WITHIN_MS)
      await Promise.all([
        http.close(),
        mqtt.close(FINISH_WITHIN_MS),
        ...hardware.map((gateway) => gateway.close(FINISH_WITHIN_MS)),
        brokers?.close(),
        trackerWatch.close(),
      ])
      clearInterval(hangUp)
      clearTimeout(late)
      const parts = [
        shards.close().finally(() => ingest.close()),
        app.senders.close(),
        counts.close(),
        nightly.close(),
        shiftTimes.close(),
        sweep.close(),
        alarms.close(),
        webhooks.close(),
        outbox.close(),
        jobs.close(),
      ]
      await Promise.all(parts).catch((error: Error) => {
        // Nothing acknowledged is lost: states are worked out from the log again at the next start.
        if (!isStorageAway(error)) throw error
        log.warn(
          { reason: error.message },
          'Failed to write states at shutdown; the next start replays them from the log',
        )
      })
      closeHomes()
    },
  }
}

const answers = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
