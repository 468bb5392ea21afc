/** Floor plans. */

import type { IndoorMap, indoorMaps } from '@whereabouts/contract/indoor-maps'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, page, record, tellLists, type World } from '../world.ts'

/** Where the image of a map is, and by which name its bytes are kept. */
export const imageOf = (mapId: string): string => `/v3/app/indoormaps/${mapId}/image`

export const indoorMapWords = (world: World): Handlers<typeof indoorMaps> => ({
  list({ actor, query }) {
    const { items, metadata } = page(actor.account.maps, ({ id }) => id, query)
    return { indoormaps: items, metadata }
  },

  create({ actor, body: { map_image, building = '', floor = '', metres_per_pixel = null, corners = null, map_name } }) {
    const { account } = actor
    const id = world.uuid()
    mustBeNamedAlone(account, id, map_name)
    world.state.pictures.set(id, map_image)
    const address = imageOf(id)
    const map = { id, map_name, map_image: address, map_url: address, building, floor, metres_per_pixel, corners }
    const indoormap = { ...map, ...sizeOf(map_image) }
    account.maps.unshift(indoormap)
    record(world, actor, 'add_map', map_name)
    tellLists(world, account, 'indoor_maps')
    return { indoormap }
  },

  change({ actor, params: { id }, body: { map_image, ...given } }) {
    const { account } = actor
    const map = getMap(account, id)
    const { map_name = map.map_name } = given
    mustBeNamedAlone(account, id, map_name)
    Object.assign(map, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
    if (map_image !== undefined) {
      world.state.pictures.set(id, map_image)
      Object.assign(map, sizeOf(map_image))
    }
    for (const station of account.stations) if (station.map_id === id) station.map_name = map_name
    record(world, actor, 'change_map', map_name)
    tellLists(world, account, 'indoor_maps')
    return { indoormap: map }
  },

  remove({ actor, params: { id } }) {
    const { account } = actor
    const map = getMap(account, id)
    account.maps = account.maps.filter((each) => each !== map)
    account.zones = account.zones.filter(({ shape }) => !('map_id' in shape) || shape.map_id !== id)
    for (const station of account.stations) {
      if (station.map_id === id)
        Object.assign(station, { map_id: null, map_name: '', map_url: '', indoor_X: null, indoor_Y: null })
    }
    record(world, actor, 'remove_map', map.map_name)
    world.tell(account.account_id, { event: 'resync', data: {} })
    return {}
  },
})

function getMap({ maps }: Account, mapId: string): IndoorMap {
  const map = maps.find(({ id }) => id === mapId)
  if (map === undefined) throw refuse('resourceNotFound')
  return map
}

function mustBeNamedAlone({ maps }: Account, id: string, name: string): void {
  if (maps.some((other) => other.id !== id && isSameName(other.map_name, name))) throw refuse('nameTaken')
}

/** Pixels of a PNG, as its header says; other pictures count as of this usual size. */
function sizeOf(dataUrl: string): Pick<IndoorMap, 'width' | 'height'> {
  if (!dataUrl.startsWith('data:image/png')) return { width: 1600, height: 1000 }
  const head = atob(dataUrl.slice(dataUrl.indexOf(',') + 1).slice(0, 32))
  const number = (start: number) => [0, 1, 2, 3].reduce((sum, at) => sum * 256 + head.charCodeAt(start + at), 0)
  return { width: number(16), height: number(20) }
}
