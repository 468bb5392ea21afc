/** Trackers, care watches and phones. */

import { may } from '@whereabouts/contract/roles'
import type { Tracker, trackers } from '@whereabouts/contract/trackers'
import { RING_MS } from '@whereabouts/domain/device-settings'
import { compareFirmware, isOldFirmware } from '@whereabouts/domain/firmware'
import { isSameName } from '@whereabouts/domain/texts'
import { deviceKind, isOurMake } from '@whereabouts/domain/trackers'
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

export const trackerWords = (world: World): Handlers<typeof trackers> => {
  const list = (actor: Actor, query: Parameters<typeof page>[2], isShown: (tracker: Tracker) => boolean) => {
    const { items, metadata } = page(actor.account.trackers.filter(isShown), ({ device_id }) => device_id, query)
    return { items: may(actor, 'viewRemarks') ? items : items.map(withoutRemarks), metadata }
  }

  /** Changes a tracker and tells the streams of its account. */
  function change(account: Account, id: string, changed: Partial<Tracker>): Tracker {
    const tracker = Object.assign(getTracker(account, id), changed)
    world.tell(account.account_id, { event: 'trackers', data: { trackers: [{ ...changed, device_id: id }] } })
    return tracker
  }

  function askRemoval(actor: Actor, ids: readonly string[]): { mail_sent: true } {
    const { account } = actor
    const owner = ownerOf(account)
    const { account_id } = account
    const mail = { to: owner.email, purpose: 'remove_trackers', account_id, user_id: owner.user_id } as const
    sendLink(world, { ...mail, objects: ids })
    for (const id of ids) change(account, id, { removal_pending: true })
    record(world, actor, 'ask_tracker_removal', ids.map((id) => getTracker(account, id).name).join(', '))
    return { mail_sent: true }
  }

  return {
    list({ actor, query }) {
      const { items, metadata } = list(actor, query, () => true)
      return { trackers: items, metadata }
    },

    listCareWatches({ actor, query }) {
      const { items, metadata } = list(actor, query, ({ device_model }) => deviceKind(device_model) === 'watch')
      return { carewatches: items, metadata }
    },

    add({ actor, body }) {
      const { account } = actor
      const { device_id, device_name = '', firmware = '', mac_address = '' } = body
      if (isOldFirmware(firmware)) throw refuse('notAllowed', { info: 'firmware' })
      mustBeNew(world, account, device_id)
      if (body.bind_check === true) return {}
      mustBeNamedAlone(account, device_id, device_name)
      const device_model = body.device_mode ?? body.device_model!
      const given = { device_id, name: device_name, device_model, firmware, mac_address }
      const tracker = newTracker({ ...given, add_date: seconds(world.now()) })
      account.trackers.unshift(tracker)
      record(world, actor, 'add_tracker', device_name)
      world.tell(account.account_id, { event: 'trackers', data: { trackers: [tracker] } })
      return { tracker }
    },

    change({ actor, params: { id }, body }) {
      const { account } = actor
      const { name = getTracker(account, id).name, photo } = body
      mustBeNamedAlone(account, id, name)
      record(world, actor, 'change_tracker', name)
      const picture = photo === undefined ? {} : { photo: photo === '' ? '' : keepPicture(world, photo) }
      return { tracker: change(account, id, { name, ...picture }) }
    },

    assignClass({ actor, body: { device_ids, class_index } }) {
      const { account } = actor
      if (class_index !== -1 && !account.classes.some(({ index }) => index === class_index)) {
        throw refuse('resourceNotFound', { info: 'class_index' })
      }
      const known = account.trackers.filter(({ device_id }) => device_ids.includes(device_id))
      for (const { device_id } of known) change(account, device_id, { class_index })
      if (known.length > 0) record(world, actor, 'assign_class', known.map(({ name }) => name).join(', '))
      refuseFailed(device_ids, (id) => (known.some(({ device_id }) => device_id === id) ? undefined : 'deviceNotFound'))
      return {}
    },

    setAdvSettings({ actor, body: { sync_configs } }) {
      const { account } = actor
      const faultOf = (id: string) => {
        const tracker = account.trackers.find(({ device_id }) => device_id === id)
        if (tracker === undefined) return 'deviceNotFound'
        return isOurMake(tracker) ? undefined : 'notAllowed'
      }
      const sound = sync_configs.filter(({ device_id }) => faultOf(device_id) === undefined)
      for (const { device_id, adv_settings } of sound) {
        const before = getTracker(account, device_id).sync_config?.adv_settings
        const sync_config = {
          adv_settings: { ...before, ...adv_settings },
          update_time: seconds(world.now()),
          pending: true,
        }
        record(world, actor, 'change_adv_settings', change(account, device_id, { sync_config }).name)
      }
      refuseFailed(
        sync_configs.map(({ device_id }) => device_id),
        faultOf,
      )
      return {}
    },

    setOfflineAlert({ actor, params: { id }, body: { alert } }) {
      const { name } = change(actor.account, id, { offline_alert: alert })
      record(world, actor, 'change_offline_alert', name)
      return {}
    },

    ring({ actor, body: { device_id, ringing } }) {
      const { account } = actor
      const tracker = getTracker(account, device_id)
      if (!ringing && tracker.ringing_until_ms === null) return { ringing_until_ms: null }
      if (ringing && tracker.make !== '') throw refuse('notAllowed', { info: 'make' })
      if (ringing && !tracker.connected) throw refuse('notAllowed', { info: 'offline' })
      const ringing_until_ms = ringing ? world.now() + RING_MS : null
      change(account, device_id, { ringing_until_ms })
      record(world, actor, 'ring_tracker', tracker.name)
      return { ringing_until_ms }
    },

    upgrade({ actor, body: { device_id } }) {
      const { account } = actor
      const tracker = getTracker(account, device_id)
      if (!isOurMake(tracker)) throw refuse('notAllowed', { info: 'device_model' })
      const under = tracker.ota_state
      if (under === 'waiting' || under === 'running') return { ota_state: under }
      const newest = world.state.firmwares.find(({ device_model }) => device_model === tracker.device_model)
      if (newest === undefined || compareFirmware(newest.version, tracker.firmware) <= 0) {
        throw refuse('notAllowed', { info: 'firmware' })
      }
      change(account, device_id, { ota_state: 'waiting' })
      record(world, actor, 'upgrade_tracker', tracker.name)
      return { ota_state: 'waiting' }
    },

    remove({ actor, params: { id } }) {
      getTracker(actor.account, id)
      return askRemoval(actor, [id])
    },

    removeMany({ actor, body: { device_ids } }) {
      const isKnown = (id: string) => actor.account.trackers.some(({ device_id }) => device_id === id)
      refuseFailed(device_ids, (id) => (isKnown(id) ? undefined : 'deviceNotFound'))
      return askRemoval(actor, [...new Set(device_ids)])
    },

    unassign({ body: { token } }) {
      const mail = findLink(world, token, ['remove_trackers'])
      const account = world.state.accounts.find(({ account_id }) => account_id === mail?.account_id)
      const gone = account?.trackers.filter(({ device_id }) => mail?.objects.includes(device_id)) ?? []
      if (mail === undefined || account === undefined || gone.length === 0) throw refuse('invalidToken')
      mail.isUsed = true
      account.trackers = account.trackers.filter((tracker) => !gone.includes(tracker))
      const device_ids = gone.map(({ device_id }) => device_id)
      account.shares = account.shares.filter(({ device_id }) => !device_ids.includes(device_id))
      world.tell(account.account_id, { event: 'gone', data: { device_ids, t4_ids: [] } })
      const device_names = gone.map(({ name }) => name).sort()
      record(world, { account, name: ownerOf(account).fullname }, 'remove_tracker', device_names.join(', '))
      return { device_name: device_names[0] ?? '', device_names }
    },

    setRemarks({ actor, params: { id }, body: { items } }) {
      const { account } = actor
      const tracker = getTracker(account, id)
      const nameOf = new Map(account.remarkItems.map(({ index, name }) => [index, name]))
      const unknown = items.find(({ index }) => !nameOf.has(index))
      if (unknown !== undefined) throw refuse('resourceNotFound', { info: 'items' })
      const memos = new Map(tracker.remark.map((entry) => [entry.index, entry]))
      for (const { index, memo } of items) {
        if (memos.get(index)?.memo === memo) continue
        if (memo === '') memos.delete(index)
        else memos.set(index, { index, memo, ...writtenBy(world, actor), name: nameOf.get(index)! })
      }
      const order = [...nameOf.keys()]
      const remark = [...memos.values()].toSorted((one, other) => order.indexOf(one.index) - order.indexOf(other.index))
      change(account, id, { remark })
      record(world, actor, 'write_remarks', tracker.name)
      return { remark }
    },

    clearRemarks({ actor, params: { id } }) {
      const { name } = change(actor.account, id, { remark: [] })
      record(world, actor, 'write_remarks', name)
      return {}
    },
  }
}

const writtenBy = ({ now }: World, { name }: Actor) => ({ editor: name, update_time: seconds(now()) })

const withoutRemarks = (tracker: Tracker): Tracker => ({ ...tracker, remark: [] })

/** Refuses with 404103 one that the account does not have. */
export function getTracker({ trackers }: Account, id: string): Tracker {
  const tracker = trackers.find(({ device_id }) => device_id === id)
  if (tracker === undefined) throw refuse('deviceNotFound')
  return tracker
}

function mustBeNamedAlone({ trackers }: Account, id: string, name: string): void {
  if (trackers.some((other) => other.device_id !== id && isSameName(other.name, name))) throw refuse('nameTaken')
}

/** Refuses a device that this account or another one has. */
function mustBeNew({ state }: World, own: Account, id: string): void {
  const holder = state.accounts.find(({ trackers }) =>
    trackers.some(({ device_id, sharing }) => device_id === id && sharing.share_from === null),
  )
  if (holder !== undefined) throw refuse(holder === own ? 'deviceAlreadyYours' : 'deviceUsedByAnotherUser')
}

/** One that was never heard. */
export const newTracker = (
  given: Pick<Tracker, 'device_id' | 'name' | 'device_model' | 'add_date'> & Partial<Tracker>,
): Tracker => ({
  make: '',
  connected: false,
  status: 'offline',
  class_index: -1,
  photo: '',
  serial_number: '',
  mac_address: '',
  battery: null,
  firmware: '',
  last_seen: null,
  disconnected_time: null,
  rssi: null,
  gps_latitude: null,
  gps_longitude: null,
  indoor_X: null,
  indoor_Y: null,
  moving: false,
  heading: null,
  remark: [],
  platform: '',
  qualified_location_info: null,
  sharing: { share_from: null, share_to: [] },
  sync_config: null,
  offline_alert: false,
  ota_state: null,
  ringing_until_ms: null,
  removal_pending: false,
  ...given,
})
