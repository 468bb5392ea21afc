/** Adds a station to an account: checked first, then bound, with a credential of its own. Source: G37, G42, G85. */
import type { AnswerOf, BodyOf } from '@whereabouts/contract/kit'
import type { stations } from '@whereabouts/contract/stations'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { handOver } from '../credentials/hand-over.ts'
import { insertCredential } from '../credentials/queries.ts'
import {
  bind,
  bindingTransaction,
  countBindCheck,
  countRefusedAdding,
  type Hardware,
  mustBeFree,
  noteBindCheck,
  takeProof,
} from '../onboarding/bindings.ts'
import { presentStation } from './present.ts'
import { findStationNames, getStation, hasLocationService, insertStation } from './queries.ts'

type Added = AnswerOf<typeof stations.add>

/** A station's address is the last twelve digits of its id (G43). */
const macOf = (t4Id: string): string => t4Id.slice(-12).match(/../g)!.join(':')

export async function addStation(
  app: App,
  actor: Actor,
  body: BodyOf<typeof stations.add>,
  request: FastifyRequest,
): Promise<Added> {
  if (!(await hasLocationService(app.db, actor.accountId))) throw refuse('locationServiceOnly')
  // Only an address that was read from a device can contradict the id.
  const hardware: Hardware = { type: 't4', id: body.t4_id, macAddress: body.mac_address ?? '' }
  if (body.bind_check === true) {
    await countBindCheck(app, actor)
    await acrossAccounts(() => mustBeNew(app.db, app, actor, hardware))
    await noteBindCheck(app, actor, hardware)
    return {}
  }
  const now = app.clock.now()
  const station = {
    t4_id: body.t4_id,
    // The contract requires it unless the call only checks.
    t4_name: body.t4_name!,
    gps_latitude: body.gps_latitude ?? null,
    gps_longitude: body.gps_longitude ?? null,
    wifi_ssid: body.wifi_ssid ?? '',
    mac_address: body.mac_address ?? macOf(body.t4_id),
    created_at: toSeconds(now),
  }
  await acrossAccounts(() => mustBeNew(app.db, app, actor, hardware)).catch(countRefusedAdding(app, actor))
  const { added, credential } = await bindingTransaction(app, async (db) => {
    // Another call may have added it meanwhile.
    await mustBeNew(db, app, actor, hardware)
    await takeProof(db, app, actor, hardware)
    await bind(db, app, actor.accountId, hardware)
    await insertStation(db, actor.accountId, station)
    const sender = {
      accountId: actor.accountId,
      senderId: body.t4_id,
      kind: 'native',
      now: station.created_at,
      madeByLink: actor.userFromAccessLink ? actor.name : '',
    } as const
    const password = (await insertCredential(db, app.random, { ...sender, replaces: true }))!
    await recordActivity(db, app, actor, { action: 'add_station', target: station.t4_name, ip: request.ip })
    return {
      added: await getStation(db, actor.accountId, body.t4_id, now),
      credential: handOver(app, { sender_id: sender.senderId, kind: sender.kind, password }, request),
    }
  })
  // A password it had before is void now.
  app.senders.forget(actor.accountId)
  await app.homes.of(actor.accountId).tell({ kind: 'changed' })
  const entity = presentStation(added, added.state, now)
  app.streams.stationCame(actor.accountId, entity)
  app.streams.listChanged(actor.accountId, 'credentials')
  return { station: entity, credential }
}

/** Refuses hardware that is taken, and a station that was created by a credential of the account. */
async function mustBeNew(db: Db, app: App, { accountId }: Actor, hardware: Hardware): Promise<void> {
  await mustBeFree(db, app, accountId, hardware)
  if ((await findStationNames(db, accountId, [hardware.id])).size > 0) throw refuse('deviceAlreadyYours')
}
