/** Sets up, tries and removes brokers of an account. Source: decision 0055. */
import { brokers } from '@whereabouts/contract/brokers'
import type { BodyOf } from '@whereabouts/contract/kit'
import { MAX_BROKERS } from '@whereabouts/domain/brokers'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { type Reach, reachOf } from '../../platform/net/broker-addresses.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { presentBroker } from './present.ts'
import {
  deleteBroker,
  insertBroker,
  isSignedUp,
  type ListedBroker,
  listBrokers,
  listSenders,
  updateBroker,
} from './queries.ts'
import { tryOut } from './try-out.ts'

/** What these calls use of the server. */
type Needs = Pick<
  App,
  'brokerPasswords' | 'brokers' | 'clock' | 'db' | 'homes' | 'identify' | 'random' | 'settings' | 'streams'
>

/** Of one account: a try may ask for anybody's address, and for a password. */
const TRIES = { kind: 'try-broker', most: 10, windowMs: 60_000 }

export function brokerRoutes(http: FastifyInstance, app: Needs) {
  const reachOfAccount = async ({ accountId }: Actor): Promise<Reach | undefined> =>
    reachOf(app.settings.brokers, await isSignedUp(app.db, accountId))

  async function mustReach(actor: Actor): Promise<Reach> {
    const reach = await reachOfAccount(actor)
    if (reach === undefined) throw refuse('forbidden')
    return reach
  }

  async function find(db: Db, { accountId }: Actor, brokerId: string): Promise<ListedBroker> {
    const [broker] = await listBrokers(db, accountId, app.clock.now(), uuidOf(brokerId))
    if (broker === undefined) throw refuse('resourceNotFound')
    return broker
  }

  const sealed = (brokerId: string, password: string): Buffer | null =>
    password === '' ? null : app.brokerPasswords.close(password, brokerId)

  /** A stored password is sent only to the host it was entered for; otherwise anybody who may change the address could send it to a host of their own. */
  function passwordFor(
    stored: ListedBroker,
    {
      host,
      port,
      tls,
      username,
      password,
    }: Pick<BodyOf<typeof brokers.change>, 'host' | 'port' | 'tls' | 'username' | 'password'>,
  ): Buffer | null {
    if (password !== undefined) return sealed(stored.broker_id, password)
    const isSame = stored.host === host && stored.port === port && stored.username === username && (tls || !stored.tls)
    if (!isSame && stored.password_sealed !== null) throw refuse('invalidInput', { info: 'body.password' })
    return stored.password_sealed
  }

  const tellChanged = ({ accountId }: Actor) => {
    app.brokers.wake()
    app.streams.listChanged(accountId, 'brokers')
  }

  return answer(http, app.identify, brokers, {
    async list({ actor }) {
      const rows = await listBrokers(app.db, actor.accountId, app.clock.now())
      const reach: Reach | 'off' = (await reachOfAccount(actor)) ?? 'off'
      return { brokers: rows.map(presentBroker), reach }
    },

    async create({ actor, body: { password = '', ...settings }, request }) {
      await mustReach(actor)
      const broker_id = app.random.uuid()
      const row = {
        ...settings,
        broker_id,
        password_sealed: sealed(broker_id, password),
        created_at: toSeconds(app.clock.now()),
      }
      await app.db.transaction().execute(async (db) => {
        if (!(await insertBroker(db, actor.accountId, row, MAX_BROKERS))) throw refuse('conflict', { info: 'brokers' })
        await recordActivity(db, app, actor, { action: 'add_broker', target: row.broker_name, ip: request.ip })
      })
      tellChanged(actor)
      return { broker: presentBroker(await find(app.db, actor, broker_id)) }
    },

    async change({ actor, params: { broker_id }, body, request }) {
      await mustReach(actor)
      await app.db.transaction().execute(async (db) => {
        const stored = await find(db, actor, broker_id)
        const { password: _password, ...settings } = body
        const row = { ...settings, broker_id: stored.broker_id, password_sealed: passwordFor(stored, body) }
        if (!(await updateBroker(db, actor.accountId, row))) throw refuse('resourceNotFound')
        await recordActivity(db, app, actor, { action: 'change_broker', target: row.broker_name, ip: request.ip })
      })
      tellChanged(actor)
      return { broker: presentBroker(await find(app.db, actor, broker_id)) }
    },

    async remove({ actor, params: { broker_id }, request }) {
      await app.db.transaction().execute(async (db) => {
        await find(db, actor, broker_id)
        const name = await deleteBroker(db, actor.accountId, broker_id)
        if (name === undefined) throw refuse('resourceNotFound')
        await recordActivity(db, app, actor, { action: 'remove_broker', target: name, ip: request.ip })
      })
      // Its senders are gone with it.
      await app.homes.of(actor.accountId).tell({ kind: 'changed' })
      tellChanged(actor)
      return {}
    },

    async listSenders({ actor, params: { broker_id } }) {
      const broker = await find(app.db, actor, broker_id)
      return { senders: await listSenders(app.db, actor.accountId, broker.broker_id) }
    },

    async tryOut({ actor, body }) {
      const reach = await mustReach(actor)
      await countRequest(app, TRIES, actor.accountId)
      const stored = body.broker_id === undefined ? undefined : await find(app.db, actor, body.broker_id)
      const lent = stored && body.password === undefined ? passwordFor(stored, body) : null
      const password =
        lent === null || stored === undefined ? body.password : app.brokerPasswords.open(lent, stored.broker_id)
      const { host, port, tls, ca_certificate, username, reads, theengs_base, zigbee2mqtt_base } = body
      const address = {
        ...{ host, port, tls, username },
        caCertificate: ca_certificate,
        password: password === '' ? undefined : password,
      }
      const reading = { reads, theengsBase: theengs_base, zigbee2mqttBase: zigbee2mqtt_base }
      return { tried: await tryOut(app, address, reach, reading) }
    },
  })
}
