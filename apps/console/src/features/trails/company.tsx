/** Who stayed at the same station or phone at the same time: beside each stay of the day, exactly by its minutes. */
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Contact } from '@whereabouts/contract/history'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { contactsQuery } from './queries.ts'
import type { TrailDay, TrailItem } from './trail-day.ts'
import styles from './trails.module.css'

/** Named beside a stay; the others are counted. */
const MOST_NAMES = 3

/** Contacts of each stay, by its start. Only stays at places where somebody was met on that day are asked for. */
export function useCompany(deviceId: string, day: TrailDay | undefined): ReadonlyMap<number, readonly Contact[]> {
  const [start, end] = [day?.start ?? 0, day?.end ?? 0]
  const isToday = serverNow() < end
  const { data } = useQuery({ ...contactsQuery(deviceId, start, end, isToday), enabled: day !== undefined })
  const met = new Set(data?.contacts.flatMap(({ places }) => places.map(({ sender_id }) => sender_id)))
  const stays = day?.items.filter((item) => item.kind === 'stay' && met.has(item.log.t4_id)) ?? []
  return useQueries({
    queries: stays.map((stay) => {
      // Of one that goes on today, the end is that of the day, which stays the same.
      const isGoingOn = isToday && stay.goesOn
      return contactsQuery(deviceId, stay.start, isGoingOn ? end : stay.end, isGoingOn)
    }),
    combine: (answers) => new Map(stays.map((stay, at) => [stay.start, answers[at]?.data?.contacts ?? []] as const)),
  })
}

function Company({ contacts }: { contacts: readonly Contact[] }) {
  const t = useT()
  if (contacts.length === 0) return null
  const names = contacts
    .slice(0, MOST_NAMES)
    .map(({ device_name }) => device_name)
    .join(t('list.comma'))
  const more = contacts.length - MOST_NAMES
  const all = more > 0 ? t('trails.andMore', { names, count: more }) : names
  return (
    <span className={styles.company} title={contacts.map(({ device_name }) => device_name).join(t('list.comma'))}>
      {t('trails.with', { names: all })}
    </span>
  )
}

/** Of a stretch of the day, for its row. */
export const companyOf = (company: ReadonlyMap<number, readonly Contact[]>, { start }: TrailItem) => (
  <Company contacts={company.get(start) ?? []} />
)
