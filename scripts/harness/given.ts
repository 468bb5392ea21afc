/** Makes what a test needs to be there before its story begins. Devices then speak by their own protocols. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CredentialKind } from '@whereabouts/domain/senders'
import { sql } from 'kysely'
import { hashToken } from '../../apps/server/src/platform/tokens.ts'
import { patient } from './patience.ts'
import { PASSWORD, STORED_PASSWORD } from './stored-password.ts'
import type { TestApp } from './test-app.ts'

export { PASSWORD }

export interface Person {
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly token: string
}

let count = 0
const unique = () => {
  count += 1
  return count
}

export function given({ database, clock, call }: TestApp) {
  const { db } = database
  const seconds = () => Math.floor(clock.now() / 1000)

  const signIn = async (email: string, stay = false): Promise<string> => {
    const { body } = await call('POST', '/v3/app/users/signin', {
      body: {
        device: { platform: 'web', useragent: 'test', push_token: '' },
        user: { provider: 'email', email, password: PASSWORD, stay_signed_in: stay },
      },
    })
    return body.access_token
  }

  return {
    signIn,

    /** A signed-in person; of a new account unless one is named. */
    async person(
      rest: {
        accountId?: string
        class?: 'owner' | 'deputy' | 'support' | 'readonly'
        fullname?: string
        groups?: string[]
        b2b?: boolean
        verified?: boolean
        stay?: boolean
      } = {},
    ): Promise<Person> {
      const accountId = rest.accountId ?? randomUUID()
      const userId = randomUUID()
      const email = `person${unique()}@example.com`
      await sql`insert into accounts (account_id, created_at) values (${accountId}, ${seconds()})
        on conflict do nothing`.execute(db)
      await sql`insert into users (account_id, user_id, email, password_hash, fullname, class, groups, b2b_user, verified,
          created_at)
        values (${accountId}, ${userId}, ${email}, ${STORED_PASSWORD}, ${rest.fullname ?? 'Mori Yuki'}, ${rest.class ?? 'owner'},
          ${rest.groups ?? []}, ${rest.b2b ?? true}, ${rest.verified ?? true}, ${seconds()})`.execute(db)
      const token = rest.verified === false ? '' : await signIn(email, rest.stay)
      return { accountId, userId, email, token }
    },

    /** The token of somebody who came by an access link of an account, with every right a link can give. */
    async visitor(owner: Person, role: 'deputy' | 'support' | 'guest' = 'deputy'): Promise<string> {
      const made = await call('POST', '/v3/app/accesslink', {
        token: owner.token,
        body: { accesslink: { name: `Link ${unique()}`, role } },
      })
      const { body } = await call('POST', '/v3/app/users/signin/accesslink', {
        body: {
          device: { platform: 'web', useragent: 'test', push_token: '' },
          user: { provider: 'accesslink', access_code: made.body.accesslink.link_code },
        },
      })
      return body.access_token
    },

    /** The session has just answered the challenge of a device, so that it may add it. */
    async exchanged(token: string, type: 'g3' | 't4', id: string): Promise<void> {
      await sql`insert into bind_checks (account_id, session_id, device_type, device_id, passed_at_ms, exchanged_at_ms)
        select account_id, session_id, ${type}, ${id}, ${clock.now()}, ${clock.now()} from sessions
        where token_hash = ${createHash('sha256').update(token).digest()}
        on conflict (account_id, session_id, device_type, device_id)
          do update set exchanged_at_ms = excluded.exchanged_at_ms`.execute(db)
    },

    /** A sender's credential; answers its password. */
    async credential(
      accountId: string,
      senderId: string,
      rest: { kind?: CredentialKind; t4Id?: string } = {},
    ): Promise<string> {
      const password = randomBytes(32).toString('base64url')
      await sql`insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
        values (${accountId}, ${senderId}, ${rest.kind ?? 'any'}, ${hashToken(password)}, ${rest.t4Id ?? null},
          ${seconds()})`.execute(db)
      return password
    },

    async indoorMap(accountId: string, name = `Floor ${unique()}`): Promise<string> {
      const id = randomUUID()
      await sql`insert into indoor_maps (account_id, id, map_name, image_type, image, width, height, metres_per_pixel,
          building, floor, created_at)
        values (${accountId}, ${id}, ${name}, 'image/png', ${Buffer.from('89504e470d0a1a0a', 'hex')}, 1000, 500, 0.05,
          'House', '1F', ${seconds()})`.execute(db)
      return id
    },

    /** A station with its credential; on a map when a place is given. */
    async station(
      accountId: string,
      rest: { t4Id?: string; mapId?: string; x?: number; y?: number; gps?: [latitude: number, longitude: number] } = {},
    ): Promise<{ t4Id: string; password: string }> {
      const t4Id = rest.t4Id ?? `T4-${randomBytes(6).toString('hex').toUpperCase()}`
      await sql`insert into stations (account_id, t4_id, t4_name, map_id, "indoor_X", "indoor_Y", gps_latitude,
          gps_longitude, wifi_ssid, mac_address, created_at)
        values (${accountId}, ${t4Id}, ${`Station ${unique()}`}, ${rest.mapId ?? null}, ${rest.x ?? null},
          ${rest.y ?? null}, ${rest.gps?.[0] ?? null}, ${rest.gps?.[1] ?? null}, 'care', 'AA:BB:CC:DD:EE:FF',
          ${seconds()})`.execute(db)
      await sql`insert into bindings (device_type, device_id, account_id, mac_address)
        values ('t4', ${t4Id}, ${accountId}, 'AA:BB:CC:DD:EE:FF')`.execute(db)
      return { t4Id, password: await this.credential(accountId, t4Id, { t4Id }) }
    },

    async tracker(
      accountId: string,
      rest: { id?: string; model?: string; radioIdentity?: string; name?: string } = {},
    ): Promise<string> {
      const id = rest.id ?? `G3-${randomBytes(4).toString('hex').toUpperCase()}`
      await sql`insert into trackers (account_id, device_id, name, device_model, serial_number, mac_address,
          radio_identity, created_at)
        values (${accountId}, ${id}, ${rest.name ?? `Tracker ${unique()}`}, ${rest.model ?? 'g3'}, '8A20-1',
          'AA:BB:CC:00:11:22', ${rest.radioIdentity ?? null}, ${seconds()})`.execute(db)
      if (rest.model === 'mobile') return id
      await sql`insert into bindings (device_type, device_id, account_id, mac_address)
        values ('g3', ${id}, ${accountId}, 'AA:BB:CC:00:11:22') on conflict do nothing`.execute(db)
      return id
    },
  }
}

/**
 * One try every few hundredths of a second until the check passes. The limit ends what hangs, with the check's own words; it
 * measures nothing, as machines are busy.
 */
export async function eventually<Result>(check: () => Promise<Result>, withinMs = 30_000): Promise<Result> {
  const until = Date.now() + patient(withinMs)
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((next) => setTimeout(next, 30))
    }
  }
}
