/** Words for what a device is and how it is. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { deviceKind, type TrackerStatus } from '@whereabouts/domain/trackers'
import type { Translate } from '../../lib/i18n.ts'

/** Phones are online or offline, all else is connected, disconnected or offline. */
export function statusWord(t: Translate, tracker: Pick<Tracker, 'device_model'>, status: TrackerStatus): string {
  if (status === 'connected' && tracker.device_model === 'mobile') return t('trackers.phoneOnline')
  return t(`trackers.${status}`)
}

const KIND_WORDS = {
  tracker: 'trackers.kindTracker',
  watch: 'trackers.kindWatch',
  phone: 'trackers.kindPhone',
} as const

/** `Care watch · g5`; a tag of another vendor is named by its make. */
export const modelText = (t: Translate, tracker: Pick<Tracker, 'device_model' | 'make'>): string =>
  t('trackers.modelText', {
    kind: t(KIND_WORDS[deviceKind(tracker.device_model)]),
    model: tracker.make || tracker.device_model,
  })

/** As people know the systems. */
export const platformText = (platform: string): string =>
  platform === 'ios' ? 'iOS' : platform === 'android' ? 'Android' : platform
