/** Brokers of an account. Nothing connects here: one whose password is `wrong` is refused, all others answer. */
import type { Broker, brokers } from '@whereabouts/contract/brokers'
import type { BodyOf } from '@whereabouts/contract/kit'
import { MAX_BROKERS } from '@whereabouts/domain/brokers'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, record, seconds, tellLists, type World } from '../world.ts'

type Settings = BodyOf<typeof brokers.create>

const connected = (world: World, { password, ...settings }: Settings, stored?: Broker): Broker => {
  const isRefused = password === 'wrong'
  return {
    ...settings,
    broker_id: stored?.broker_id ?? world.uuid(),
    has_password: password === undefined ? (stored?.has_password ?? false) : password !== '',
    state: settings.paused ? 'paused' : isRefused ? 'failed' : 'connected',
    state_since: seconds(world.now()),
    fault: isRefused && !settings.paused ? 'bad_credentials' : '',
    mqtt_version: settings.paused || isRefused ? '' : '5',
    servers: settings.paused || isRefused ? 0 : 1,
    counts: stored?.counts ?? {},
    last_message_ms: stored?.last_message_ms ?? null,
    senders: stored?.senders ?? 0,
  }
}

export const brokerWords = (world: World): Handlers<typeof brokers> => {
  const find = (account: Account, id: string): Broker => {
    const broker = account.brokers.find(({ broker_id }) => broker_id === id)
    if (broker === undefined) throw refuse('resourceNotFound')
    return broker
  }
  const keepsPassword = (
    stored: Broker,
    { host, port, tls, username, password }: Omit<Settings, 'broker_name' | 'discovery_prefix' | 'paused'>,
  ) => {
    const isSame = stored.host === host && stored.port === port && stored.username === username && (tls || !stored.tls)
    if (password === undefined && stored.has_password && !isSame)
      throw refuse('invalidInput', { info: 'body.password' })
  }
  return {
    list: ({ actor }) => ({ brokers: actor.account.brokers, reach: 'private' }),

    create({ actor, body }) {
      const { account } = actor
      if (account.brokers.length >= MAX_BROKERS) throw refuse('conflict', { info: 'brokers' })
      const broker = connected(world, body)
      account.brokers = [...account.brokers, broker]
      record(world, actor, 'add_broker', broker.broker_name)
      tellLists(world, account, 'brokers')
      return { broker }
    },

    change({ actor, params: { broker_id }, body }) {
      const { account } = actor
      const stored = find(account, broker_id)
      keepsPassword(stored, body)
      const broker = connected(world, body, stored)
      account.brokers = account.brokers.map((known) => (known === stored ? broker : known))
      record(world, actor, 'change_broker', broker.broker_name)
      tellLists(world, account, 'brokers')
      return { broker }
    },

    remove({ actor, params: { broker_id } }) {
      const { account } = actor
      const stored = find(account, broker_id)
      account.brokers = account.brokers.filter((known) => known !== stored)
      record(world, actor, 'remove_broker', stored.broker_name)
      tellLists(world, account, 'brokers')
      return {}
    },

    listSenders({ actor: { account }, params: { broker_id } }) {
      find(account, broker_id)
      return { senders: account.brokerSenders.get(broker_id) ?? [] }
    },

    tryOut({ actor, body }) {
      if (body.broker_id !== undefined) keepsPassword(find(actor.account, body.broker_id), body)
      if (body.password === 'wrong') return { tried: { fault: 'bad_credentials', mqtt_version: '', counts: {} } }
      const counts = Object.fromEntries(body.reads.map((kind, at) => [kind, 3 * (at + 1)]))
      return { tried: { fault: '', mqtt_version: '5', counts } }
    },
  }
}
