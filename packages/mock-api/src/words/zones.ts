/** Zones of an account. */

import type { Zone, zones } from '@whereabouts/contract/zones'
import { isSimple, unwrapped } from '@whereabouts/domain/polygons'
import { isSameName } from '@whereabouts/domain/texts'
import { MAX_ZONES } from '@whereabouts/domain/zones'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, record, tellLists, type World } from '../world.ts'

export const zoneWords = (world: World): Handlers<typeof zones> => ({
  list: ({ actor }) => ({ zones: actor.account.zones }),

  create({ actor, body }) {
    const { account } = actor
    const { class_indexes = null, active_times = null } = body
    const zone: Zone = { ...body, id: world.uuid(), class_indexes, active_times }
    mustBeThere(account, zone.shape)
    if (account.zones.length >= MAX_ZONES) throw refuse('invalidInput', { info: 'zones.count' })
    mustBeNamedAlone(account, zone)
    account.zones.push(zone)
    record(world, actor, 'add_zone', zone.zone_name)
    tellLists(world, account, 'zones')
    return { zone }
  },

  change({ actor, params: { id }, body }) {
    const { account } = actor
    if (body.shape !== undefined) mustBeThere(account, body.shape)
    const before = getZone(account, id)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const zone: Zone = { ...before, ...given }
    mustBeNamedAlone(account, zone)
    account.zones = account.zones.map((each) => (each === before ? zone : each))
    record(world, actor, 'change_zone', zone.zone_name)
    tellLists(world, account, 'zones')
    return { zone }
  },

  remove({ actor, params: { id } }) {
    const { account } = actor
    const zone = getZone(account, id)
    account.zones = account.zones.filter((each) => each !== zone)
    record(world, actor, 'remove_zone', zone.zone_name)
    tellLists(world, account, 'zones')
    return {}
  },
})

function getZone({ zones }: Account, zoneId: string): Zone {
  const zone = zones.find(({ id }) => id === zoneId)
  if (zone === undefined) throw refuse('resourceNotFound')
  return zone
}

function mustBeNamedAlone({ zones }: Account, { id, zone_name }: Zone): void {
  if (zones.some((other) => other.id !== id && isSameName(other.zone_name, zone_name))) throw refuse('nameTaken')
}

function mustBeThere({ stations, maps }: Account, shape: Zone['shape']): void {
  if ('t4_ids' in shape) {
    const isKnown = shape.t4_ids.every((t4Id) => stations.some(({ t4_id }) => t4_id === t4Id))
    if (!isKnown) throw refuse('resourceNotFound', { info: 'shape.t4_ids' })
    return
  }
  const polygon = 'map_id' in shape ? shape.polygon : unwrapped(shape.polygon)
  if (!isSimple(polygon)) throw refuse('invalidInput', { info: 'body.shape.polygon' })
  if ('map_id' in shape && !maps.some(({ id }) => id === shape.map_id)) {
    throw refuse('resourceNotFound', { info: 'shape.map_id' })
  }
}
