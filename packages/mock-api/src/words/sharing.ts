/** Devices shared between accounts. */
import type { Share, sharing } from '@whereabouts/contract/sharing'
import type { Tracker } from '@whereabouts/contract/trackers'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { findLink, findUser, type Handlers, ownerOf, record, seconds, sendLink, type World } from '../world.ts'
import { getTracker } from './trackers.ts'

export const sharingWords = (world: World): Handlers<typeof sharing> => {
  /** The giver of a share, and what is known of it there. */
  const giverOf = (shareId: string) => {
    for (const account of world.state.accounts) {
      const share = account.shares.find(({ id }) => id === shareId)
      if (share !== undefined) return { account, share }
    }
    return undefined
  }

  function tell(account: Account, deviceId: string): void {
    const share_to = account.shares.filter(({ device_id }) => device_id === deviceId).map(({ id }) => ({ id }))
    const tracker = Object.assign(getTracker(account, deviceId), { sharing: { share_from: null, share_to } })
    const change = { device_id: deviceId, sharing: tracker.sharing }
    world.tell(account.account_id, { event: 'trackers', data: { trackers: [change] } })
  }

  return {
    getFrom({ actor, params: { id } }) {
      const shareId = getTracker(actor.account, id).sharing.share_from?.id
      const giver = shareId === undefined ? undefined : giverOf(shareId)
      if (giver === undefined) return { share: null }
      const { email, fullname } = ownerOf(giver.account)
      return { share: { id: giver.share.id, email, fullname } }
    },

    getTo({ actor: { account }, params: { id } }) {
      getTracker(account, id)
      return { shares: account.shares.filter(({ device_id }) => device_id === id) }
    },

    share({ actor, body: { device_id, email, resend = false } }) {
      const { account, user } = actor
      const { name, sharing: known } = getTracker(account, device_id)
      if (known.share_from !== null) throw refuse('deviceNotFound')
      if (findUser(world.state, email)?.account === account) throw refuse('shareToYourself')
      const before = account.shares.find((each) => each.device_id === device_id && each.email === email)
      if (before?.accepted) throw refuse('alreadyShared')
      if (before !== undefined && !resend) throw refuse('shareNotAccepted')
      const offer: Share = before ?? {
        ...{ id: world.uuid(), email, fullname: '', accepted: false },
        created_time: seconds(world.now()),
      }
      if (before === undefined) account.shares.unshift({ ...offer, device_id })
      const { account_id } = account
      sendLink(world, { to: email, purpose: 'accept_share', account_id, user_id: user.user_id, objects: [offer.id] })
      record(world, actor, 'share_device', name)
      tell(account, device_id)
      return { share: offer }
    },

    unshare({ actor, body: { device_id, share_id } }) {
      const tracker = getTracker(actor.account, device_id)
      const giver = giverOf(share_id)
      const isOfSide = giver?.account === actor.account || tracker.sharing.share_from?.id === share_id
      if (giver === undefined || giver.share.device_id !== device_id || !isOfSide) throw refuse('resourceNotFound')
      giver.account.shares = giver.account.shares.filter((share) => share !== giver.share)
      for (const account of world.state.accounts) takeAway(world, account, share_id)
      record(world, actor, 'end_share', tracker.name)
      tell(giver.account, device_id)
      return {}
    },

    accept({ body: { token } }) {
      const mail = findLink(world, token, ['accept_share'])
      const giver = mail === undefined ? undefined : giverOf(mail.objects[0] ?? '')
      if (mail === undefined || giver === undefined || giver.share.accepted) throw refuse('invalidToken')
      const receiver = findUser(world.state, mail.to)
      if (receiver === undefined) throw refuse('emailNotFound')
      if (receiver.account === giver.account) throw refuse('shareToYourself')
      const tracker = getTracker(giver.account, giver.share.device_id)
      if (receiver.account.trackers.some(({ device_id }) => device_id === tracker.device_id)) {
        throw refuse('conflict', { info: 'device_id' })
      }
      mail.isUsed = true
      Object.assign(giver.share, { accepted: true, fullname: receiver.user.fullname })
      const received = asReceived(tracker, giver.share.id)
      receiver.account.trackers.unshift(received)
      world.tell(receiver.account.account_id, { event: 'trackers', data: { trackers: [received] } })
      record(world, { account: receiver.account, name: receiver.user.fullname }, 'accept_share', tracker.name)
      tell(giver.account, tracker.device_id)
      return { device_name: tracker.name, shared_by: ownerOf(giver.account).fullname }
    },
  }
}

function takeAway(world: World, account: Account, shareId: string): void {
  const gone = account.trackers.find(({ sharing }) => sharing.share_from?.id === shareId)
  if (gone === undefined) return
  account.trackers = account.trackers.filter((tracker) => tracker !== gone)
  world.tell(account.account_id, { event: 'gone', data: { device_ids: [gone.device_id], t4_ids: [] } })
}

/** What its account wrote on it, arranged and uploaded stays at home. Source: decision 0017. */
const asReceived = (tracker: Tracker, shareId: string): Tracker => ({
  ...tracker,
  ...{ class_index: -1, photo: '', remark: [], sync_config: null, offline_alert: false, ota_state: null },
  ...{ removal_pending: false, indoor_X: null, indoor_Y: null },
  sharing: { share_from: { id: shareId }, share_to: [] },
})
