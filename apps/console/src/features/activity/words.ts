/** Words for devices and deeds. A missing one is a type error. */
import type { ActivityAction, ActivityDevice } from '@whereabouts/contract/activity'
import type { Translate } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'

/** Systems are names: they are the same in every language. */
const PLATFORM_NAMES: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' }

const TYPE_WORDS: Record<ActivityDevice['device_type'], MessageId> = {
  web: 'devices.web',
  mobile: 'devices.mobile',
  access_link: 'devices.accessLink',
}

/** What kind of device it is: its system where that says more, else its type. */
export const deviceKind = (
  t: Translate,
  { device_type, platform }: Pick<ActivityDevice, 'device_type' | 'platform'>,
) =>
  device_type === 'mobile'
    ? (PLATFORM_NAMES[platform.toLowerCase()] ?? (platform || t(TYPE_WORDS.mobile)))
    : t(TYPE_WORDS[device_type])

export const typeWord = (t: Translate, type: ActivityDevice['device_type']): string => t(TYPE_WORDS[type])

export const actionId = (action: ActivityAction): MessageId => `action.${action}`
