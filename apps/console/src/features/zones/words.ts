/** A zone in one line: where it is, for which classes, when. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Locale } from '@whereabouts/contract/locales'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import type { Zone } from '@whereabouts/contract/zones'
import type { Translate } from '../../lib/i18n.ts'
import { dayName, WEEK } from '../../lib/weekdays.ts'
import { classAt } from '../tracker-classes/classes.ts'

export function whereText(t: Translate, { shape }: Zone, maps: readonly IndoorMap[]): string {
  if ('t4_ids' in shape) return t('zones.byStations', { count: shape.t4_ids.length })
  if (!('map_id' in shape)) return t('zones.outdoors')
  return maps.find(({ id }) => id === shape.map_id)?.map_name ?? t('zones.unknownMap')
}

export function classesText(t: Translate, { class_indexes }: Zone, classes: readonly TrackerClass[]): string {
  if (class_indexes === null) return t('zones.everyClass')
  return class_indexes.map((index) => classAt(classes, index)?.name ?? t('zones.goneClass')).join(t('list.comma'))
}

export function timesText(t: Translate, { active_times }: Zone, locale: Locale): string {
  if (active_times === null) return t('zones.always')
  return active_times
    .map(({ days, from, to }) => {
      const names = WEEK.filter((day) => days.includes(day)).map((day) => dayName(day, locale, 'short'))
      return `${days.length === WEEK.length ? t('zones.daily') : names.join(' ')} ${from}–${to}`
    })
    .join(t('list.comma'))
}
