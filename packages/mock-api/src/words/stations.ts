/** Fixed receivers. */

import type { Station, stations } from '@whereabouts/contract/stations'
import { STATION_BLINK } from '@whereabouts/domain/device-settings'
import { isStationOnline } from '@whereabouts/domain/stations'
import { isSameName } from '@whereabouts/domain/texts'
import { refuse, refuseFailed } from '../refusal.ts'
import type { Account } from '../state.ts'
import {
  type Actor,
  findLink,
  type Handlers,
  keepPicture,
  ownerOf,
  page,
  record,
  seconds,
  sendLink,
  type World,
} from '../world.ts'
import { addCredential } from './credentials.ts'
import { imageOf } from './indoor-maps.ts'

export const stationWords = (world: World): Handlers<typeof stations> => {
  /** Changes a station and tells the streams of its account. */
  function edit(account: Account, id: string, changed: Partial<Station>): Station {
    const station = Object.assign(getStation(account, id), changed)
    const { t4_id } = station
    world.tell(account.account_id, { event: 'stations', data: { stations: [{ ...changed, t4_id }] } })
    return station
  }

  function askRemoval(actor: Actor, ids: readonly string[]): { mail_sent: true } {
    const { account } = actor
    const owner = ownerOf(account)
    const { account_id } = account
    const mail = { to: owner.email, purpose: 'remove_stations', account_id, user_id: owner.user_id } as const
    sendLink(world, { ...mail, objects: ids })
    for (const id of ids) edit(account, id, { removal_pending: true })
    record(world, actor, 'ask_station_removal', ids.map((id) => getStation(account, id).t4_name).join(', '))
    return { mail_sent: true }
  }

  return {
    list({ actor, query }) {
      const { items, metadata } = page(actor.account.stations, ({ t4_id }) => t4_id, query)
      return { stations: items, metadata }
    },

    add({ actor, body }) {
      const { account } = actor
      if (!account.users.some(({ b2b_user }) => b2b_user)) throw refuse('locationServiceOnly')
      const holder = world.state.accounts.find((each) => each.stations.some(({ t4_id }) => t4_id === body.t4_id))
      if (holder !== undefined) throw refuse(holder === account ? 'deviceAlreadyYours' : 'deviceUsedByAnotherUser')
      if (body.bind_check === true) return {}
      mustBeNamedAlone(account, body.t4_id, body.t4_name!)
      const station = newStation({
        t4_id: body.t4_id,
        t4_name: body.t4_name!,
        gps_latitude: body.gps_latitude ?? null,
        gps_longitude: body.gps_longitude ?? null,
        wifi_ssid: body.wifi_ssid ?? '',
        mac_address: body.mac_address ?? body.t4_id.slice(-12).match(/../g)!.join(':'),
      })
      account.stations.unshift(station)
      const credential = addCredential(world, account, {
        ...{ sender_id: body.t4_id, kind: 'native', t4_id: body.t4_id },
        made_by_link: actor.userFromAccessLink ? actor.name : '',
      })
      record(world, actor, 'add_station', station.t4_name)
      world.tell(account.account_id, { event: 'stations', data: { stations: [station] } })
      return { station, credential }
    },

    change({ actor, params: { t4_id }, body }) {
      const { account } = actor
      const before = getStation(account, t4_id)
      const { map_id, map_name, ...plain } = body
      const { t4_name = before.t4_name } = plain
      mustBeNamedAlone(account, before.t4_id, t4_name)
      const changed = { ...defined(plain), ...placeAfter(account, before, body) }
      const { gps_latitude, gps_longitude } = { ...before, ...changed }
      if ((gps_latitude === null) !== (gps_longitude === null))
        throw refuse('invalidInput', { info: 'body.gps_latitude' })
      record(world, actor, 'change_station', t4_name)
      return { station: edit(account, t4_id, changed) }
    },

    setPhotos({ actor, params: { id }, body: { photos } }) {
      const photo = photos[0] === undefined ? '' : keepPicture(world, photos[0])
      const { t4_name } = edit(actor.account, id, { photo })
      record(world, actor, 'change_station', t4_name)
      return { photo }
    },

    remove({ actor, params: { t4_id } }) {
      return askRemoval(actor, [getStation(actor.account, t4_id).t4_id])
    },

    removeMany({ actor, body: { t4_ids } }) {
      const isKnown = (id: string) => actor.account.stations.some(({ t4_id }) => t4_id === id)
      refuseFailed(t4_ids, (id) => (isKnown(id) ? undefined : 'deviceNotFound'))
      return askRemoval(actor, [...new Set(t4_ids)])
    },

    unassign({ body: { token } }) {
      const mail = findLink(world, token, ['remove_stations'])
      const account = world.state.accounts.find(({ account_id }) => account_id === mail?.account_id)
      const gone = account?.stations.filter(({ t4_id }) => mail?.objects.includes(t4_id)) ?? []
      if (mail === undefined || account === undefined || gone.length === 0) throw refuse('invalidToken')
      mail.isUsed = true
      account.stations = account.stations.filter((station) => !gone.includes(station))
      const t4_ids = gone.map(({ t4_id }) => t4_id)
      world.tell(account.account_id, { event: 'gone', data: { device_ids: [], t4_ids } })
      const device_names = gone.map(({ t4_name }) => t4_name).sort()
      record(world, { account, name: ownerOf(account).fullname }, 'remove_station', device_names.join(', '))
      return { device_name: device_names[0] ?? '', device_names }
    },

    blink({ actor, params: { t4_id } }) {
      const station = getStation(actor.account, t4_id)
      if (!isStationOnline(station, seconds(world.now()))) throw refuse('notAllowed')
      const blinking_until_ms = world.now() + STATION_BLINK.duration * 1000
      edit(actor.account, t4_id, { blinking_until_ms })
      record(world, actor, 'blink_station', station.t4_name)
      return { blinking_until_ms }
    },
  }
}

type Change = Parameters<NonNullable<Handlers<typeof stations>['change']>>[0]['body']
type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>

/** The map and the place on it after a change; pixels of one map mean nothing on another. */
function placeAfter(account: Account, before: Station, { map_id, map_name, ...given }: Change): Partial<Station> {
  const isNamed = map_id !== undefined || map_name !== undefined
  const wanted = isNamed ? account.maps.find((map) => map.id === map_id || map.map_name === map_name) : undefined
  const info = typeof map_id === 'string' ? 'map_id' : 'map_name'
  if (wanted === undefined && (typeof map_id === 'string' || typeof map_name === 'string')) {
    throw refuse('resourceNotFound', { info })
  }
  const map = isNamed ? wanted : account.maps.find(({ id }) => id === before.map_id)
  const kept = (map?.id ?? null) === before.map_id ? before : { indoor_X: null, indoor_Y: null }
  const { indoor_X = kept.indoor_X, indoor_Y = kept.indoor_Y } = given
  const isOff = (indoor_X ?? 0) > (map?.width ?? -1) || (indoor_Y ?? 0) > (map?.height ?? -1)
  if ((indoor_X === null) !== (indoor_Y === null) || (indoor_X !== null && isOff)) {
    throw refuse('invalidInput', { info: 'body.indoor_X' })
  }
  return {
    map_id: map?.id ?? null,
    map_name: map?.map_name ?? '',
    map_url: map === undefined ? '' : imageOf(map.id),
    indoor_X,
    indoor_Y,
  }
}

/** Ids are kept in capitals; refuses with 404103 one that the account does not have. */
function getStation({ stations }: Account, id: string): Station {
  const station = stations.find(({ t4_id }) => t4_id === id.toUpperCase())
  if (station === undefined) throw refuse('deviceNotFound')
  return station
}

function mustBeNamedAlone({ stations }: Account, id: string, name: string): void {
  if (stations.some((other) => other.t4_id !== id && isSameName(other.t4_name, name))) throw refuse('nameTaken')
}

/** One that was never heard. */
export const newStation = (given: Pick<Station, 't4_id' | 't4_name'> & Partial<Station>): Station => ({
  type: 't4',
  connection_status: 'disconnected',
  lastseen_time: null,
  photo: '',
  gps_latitude: null,
  gps_longitude: null,
  map_id: null,
  map_url: '',
  map_name: '',
  indoor_X: null,
  indoor_Y: null,
  wifi_ssid: '',
  mac_address: '',
  ip: '',
  firmware: '',
  lock_mancal: false,
  i_see_you: null,
  calibration: null,
  blinking_until_ms: null,
  removal_pending: false,
  ...given,
})
