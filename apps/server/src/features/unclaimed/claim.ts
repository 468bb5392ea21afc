/** A tag of another make becomes a tracker, a carepad, or both. Source: G85; decision 0057. */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { unclaimed } from '@whereabouts/contract/unclaimed'
import { isProtectedName } from '@whereabouts/domain/protected-names'
import { likelyMeasured } from '@whereabouts/domain/temperatures'
import { radioKey } from '@whereabouts/protocol/aes-ccm'
import { openSample } from '@whereabouts/protocol/encrypted-sample'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { refuse } from '../../platform/refusal.ts'
import { insertCarepad } from '../carepads/queries.ts'
import { tellCarepad } from '../carepads/tell.ts'
import { mustFitPin } from '../pins/names.ts'
import { tellCame } from '../trackers/tell.ts'
import { type ClaimableTag, insertClaimedTracker, lockClaimable, saveKey } from './queries.ts'

type Claim = BodyOf<typeof unclaimed.claim>

/** Both are devices of their own under one radio identity: each is named, moved and removed by itself. */
export async function claim(
  app: App,
  actor: Actor,
  id: string,
  body: Claim,
  ip: string,
): Promise<{ tracker?: Tracker; carepad?: Carepad }> {
  const { accountId } = actor
  // Ours, and unlike the radio identity the same for as long as the account has it.
  const newId = (prefix: 'TAG' | 'PAD') => `${prefix}-${app.random.bytes(6).toString('hex').toUpperCase()}`
  const trackerId = body.as === 'carepad' ? undefined : newId('TAG')
  const carepadId = body.as === 'tracker' ? undefined : newId('PAD')
  const carepadName = body.as === 'both' ? (body.carepad_name ?? body.name) : body.name
  const created_at = toSeconds(app.clock.now())
  if (trackerId !== undefined && isProtectedName(body.name)) throw refuse('invalidInput', { info: 'body.name' })
  const tag = await app.db.transaction().execute(async (db) => {
    if (carepadId !== undefined) {
      await mustFitPin(db, accountId, { name: carepadName, pinCheck: body.pin_check, isReset: false })
    }
    const tag = await lockClaimable(db, accountId, id)
    if (tag === undefined) throw refuse('resourceNotFound')
    if (tag.is_owned) throw refuse('conflict')
    mustMeasure(tag, body)
    const { radio_identity, make } = tag
    let target = body.name
    if (trackerId !== undefined) {
      await insertClaimedTracker(db, accountId, {
        device_id: trackerId,
        name: body.name,
        make,
        radio_identity,
        created_at,
      })
    }
    if (carepadId !== undefined) {
      const carepad = {
        carepad_id: carepadId,
        carepad_name: carepadName,
        logger_id: null,
        measures: body.measures ?? likelyMeasured(tag.temperature),
        make,
        radio_identity,
        created_at,
      }
      const written = await insertCarepad(db, accountId, carepad)
      if (trackerId === undefined) target = written
    }
    if (body.key !== undefined) {
      await saveKey(db, accountId, radio_identity, app.radioKeys.sealed(accountId, radio_identity, body.key))
    }
    await recordActivity(db, app, actor, { action: 'claim_tag', target, ip })
    return tag
  })
  app.radioKeys.forget(accountId)
  app.streams.listChanged(accountId, 'unclaimed')
  const answer = {
    ...(trackerId !== undefined && { tracker: await tellCame(app, accountId, trackerId) }),
    ...(carepadId !== undefined && { carepad: await tellCarepad(app, accountId, carepadId) }),
  }
  const { sender_id: senderId, rssi: rssiDbm, battery, temperature, accuracy, last_seen } = tag
  const { gps_latitude: latitude, gps_longitude: longitude } = tag
  const position = latitude === null || longitude === null ? null : { latitude, longitude }
  const heard = { senderId, rssiDbm, position, accuracy, battery, temperature, atMs: last_seen * 1000 }
  for (const deviceId of [trackerId, carepadId]) {
    if (deviceId !== undefined) await app.homes.of(accountId).tell({ kind: 'adopt', deviceId, heard })
  }
  return answer
}

/** Refuses with 400001 a key that does not decrypt the tag's sample, and a carepad from a tag without a temperature. */
function mustMeasure(tag: ClaimableTag, { as, key }: Claim): void {
  const bytes = key === undefined ? undefined : radioKey(key)
  const opened = bytes === undefined || tag.sample === null ? undefined : openSample(tag.sample, bytes)
  const isKeyRight = tag.is_encrypted ? opened !== undefined : key === undefined
  if (!isKeyRight) throw refuse('invalidInput', { info: 'body.key' })
  if (as !== 'tracker' && !tag.has_temperature && opened?.temperatureCelsius === undefined) {
    throw refuse('invalidInput', { info: 'body.as' })
  }
}
