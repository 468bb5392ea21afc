/** Why a device needs attention, and where it is by now, in one line. */
import type { Notification } from '@whereabouts/contract/notifications'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isLasting } from '@whereabouts/domain/alarms'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { addTexts, type Translate } from '../../lib/i18n.ts'
import { formatMinute } from '../../lib/time.ts'
import { alarms } from '../../locales/alarms.ts'
import { latestAnswer } from '../alarms/words.ts'
import { isStale } from '../live/status.ts'
import { placeName } from './location-sentence.ts'

addTexts(alarms)

/**
 * `zoneName` is of the danger zone the alarm is about, where that is known. The place is the device's of this moment, and is
 * told as such, unless the person is in the zone still: then who has answered is told, and when: the person who raised an alarm may have walked on, and somebody who goes to look must not confuse the two places.
 */
export function alarmLine(
  t: Translate,
  { subject, alarm }: Pick<Notification, 'subject' | 'alarm'>,
  zoneName: string | undefined,
  tracker: Tracker,
  status: TrackerStatus,
): string {
  const answer = latestAnswer(alarm)
  if (alarm !== null && answer !== undefined && isLasting(alarm)) {
    const still = zoneName === undefined ? subject : t('alarms.inZone', { zone: zoneName })
    const who =
      alarm.going_by === null
        ? t('alarms.byAt', { name: answer.by, time: formatMinute(answer.atMs) })
        : t('alarms.isGoing', { name: answer.by })
    return t('alarms.withAnswer', { reason: still, answer: who })
  }
  const reason = zoneName === undefined ? subject : t('alarms.entered', { zone: zoneName })
  const place = placeName(tracker)
  if (place === undefined) return reason
  const isLive = status === 'connected' && !isStale(tracker)
  return t(isLive ? 'alarms.nowAt' : 'alarms.lastAt', { reason, place })
}
