/** Zones: all of them, or the one of `?zone=` to edit. Source: G13, G73. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { addTexts } from '../../lib/i18n.ts'
import { NEW_ZONE } from '../../lib/paths.ts'
import { zones as texts } from '../../locales/zones.ts'
import { useLive } from '../live/hooks.ts'
import { zonesQuery } from './queries.ts'
import { ZoneForm } from './zone-form.tsx'
import { ZoneList } from './zone-list.tsx'

addTexts(texts)

export function ZoneSettings({ canChange }: { canChange: boolean }) {
  const { zone: wanted } = useSearch({ strict: false })
  const { data: zones } = useQuery(zonesQuery)
  const { store } = useLive()
  const found = zones?.find(({ id }) => id === wanted)
  // One that somebody else deletes meanwhile stays to be looked at, with what was changed on it.
  const held = useRef(found)
  if (found) held.current = found
  const zone = found ?? (held.current?.id === wanted ? held.current : undefined)
  const isForm = canChange && zones !== undefined && store.status.maps !== 'loading' && (zone || wanted === NEW_ZONE)
  if (!isForm) return <ZoneList canChange={canChange} />
  const others = zones.filter(({ id }) => id !== zone?.id).map(({ zone_name }) => zone_name)
  return <ZoneForm key={wanted} zone={zone} others={others} />
}
