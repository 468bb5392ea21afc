/** What senders prove themselves by. */
import type { credentials } from '@whereabouts/contract/credentials'
import type { AnswerOf } from '@whereabouts/contract/kit'
import { IMEI, isHardwareKind } from '@whereabouts/domain/senders'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, newToken, record, seconds, tellLists, type World } from '../world.ts'

export const credentialWords = (world: World): Handlers<typeof credentials> => ({
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

  remove({ actor, params: { sender_id } }) {
    const { account } = actor
    const kept = account.credentials.filter((known) => known.sender_id !== sender_id)
    if (kept.length === account.credentials.length) throw refuse('resourceNotFound')
    account.credentials = kept
    record(world, actor, 'revoke_credential', sender_id)
    tellLists(world, account, 'credentials')
    return {}
  },
})

type Given = Pick<Account['credentials'][number], 'sender_id' | 'kind' | 't4_id'> & { readonly made_by_link?: string }

/** Adds one in place of any of that name, and answers what it is set up with. */
export function addCredential(
  world: World,
  account: Account,
  given: Given,
): AnswerOf<typeof credentials.create>['credential'] {
  const others = account.credentials.filter(({ sender_id }) => sender_id !== given.sender_id)
  account.credentials = [{ made_by_link: '', ...given, created_time: seconds(world.now()), last_used: null }, ...others]
  tellLists(world, account, 'credentials')
  return {
    sender_id: given.sender_id,
    kind: given.kind,
    password: newToken(world),
    url: 'http://localhost:8080',
    mqtt_url: 'mqtt://localhost:1883',
    topic: `whereabouts/${given.sender_id}/up`,
    tcp_port: null,
  }
}
