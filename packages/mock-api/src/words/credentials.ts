/** What senders prove themselves by. */
import type { Credential, credentials } from '@whereabouts/contract/credentials'
import type { AnswerOf } from '@whereabouts/contract/kit'
import { IMEI, isHardwareKind, mayEncrypt } from '@whereabouts/domain/senders'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Actor, type Handlers, newToken, record, seconds, tellLists, type World } from '../world.ts'

export const credentialWords = (world: World): Handlers<typeof credentials> => {
  function changeKey(actor: Actor, sender: Credential, isKept: boolean): Record<string, never> {
    sender.has_payload_key = isKept
    sender.set_aside = sender.set_aside.filter(({ reason }) => !ENCRYPTED.has(reason))
    record(world, actor, isKept ? 'set_payload_key' : 'remove_payload_key', sender.sender_id)
    tellLists(world, actor.account, 'credentials')
    return {}
  }

  return {
    list: ({ actor }) => ({ credentials: actor.account.credentials }),

    create({ actor, body: { sender_id, kind } }) {
      const { account } = actor
      if (isHardwareKind(kind) && !IMEI.test(sender_id)) throw refuse('invalidInput', { info: 'body.sender_id' })
      if (account.credentials.some((known) => known.sender_id === sender_id)) {
        throw refuse('conflict', { info: 'sender_id' })
      }
      const credential = addCredential(world, account, { sender_id, kind, t4_id: null })
      record(world, actor, 'create_credential', sender_id)
      return { credential }
    },

    setPayloadKey({ actor, params: { sender_id } }) {
      const sender = getSender(actor.account, sender_id)
      if (!mayEncrypt(sender.kind)) throw refuse('invalidInput', { info: 'sender_id' })
      return changeKey(actor, sender, true)
    },

    removePayloadKey({ actor, params: { sender_id } }) {
      const sender = getSender(actor.account, sender_id)
      if (!mayEncrypt(sender.kind)) throw refuse('invalidInput', { info: 'sender_id' })
      return changeKey(actor, sender, false)
    },

    remove({ actor, params: { sender_id } }) {
      const { account } = actor
      const kept = account.credentials.filter((known) => known.sender_id !== sender_id)
      if (kept.length === account.credentials.length) throw refuse('resourceNotFound')
      account.credentials = kept
      record(world, actor, 'revoke_credential', sender_id)
      tellLists(world, account, 'credentials')
      return {}
    },
  }
}

/** What a key mends. */
const ENCRYPTED: ReadonlySet<string> = new Set(['encrypted_no_key', 'decryption_failed'])

function getSender(account: Account, senderId: string): Credential {
  const sender = account.credentials.find(({ sender_id }) => sender_id === senderId)
  if (sender === undefined) throw refuse('resourceNotFound')
  return sender
}

type Given = Pick<Account['credentials'][number], 'sender_id' | 'kind' | 't4_id'> & { readonly made_by_link?: string }

const NO_MESSAGES = { has_payload_key: false, set_aside: [] }

/** Adds one in place of any of that name, and answers what it is set up with. */
export function addCredential(
  world: World,
  account: Account,
  given: Given,
): AnswerOf<typeof credentials.create>['credential'] {
  const others = account.credentials.filter(({ sender_id }) => sender_id !== given.sender_id)
  const unused = { created_time: seconds(world.now()), last_used: null, connected_time: null, ...NO_MESSAGES }
  account.credentials = [{ made_by_link: '', ...given, ...unused }, ...others]
  tellLists(world, account, 'credentials')
  return {
    sender_id: given.sender_id,
    kind: given.kind,
    password: newToken(world),
    url: 'http://localhost:8080',
    mqtt_url: 'mqtt://localhost:1883',
    topic: `whereabouts/${given.sender_id}/up`,
    tcp_port: null,
    // As a server answers that a console on the same network asks: that it may be reached by two names.
    addresses: [
      { url: 'http://192.168.1.20:8080', mqtt_url: 'mqtt://192.168.1.20:1883' },
      { url: 'http://10.8.0.4:8080', mqtt_url: 'mqtt://10.8.0.4:1883' },
    ],
  }
}
