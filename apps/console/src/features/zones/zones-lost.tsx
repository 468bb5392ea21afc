/** Before a map or stations go: the zones that go with them, since nothing rings there any more. Source: G52, G73. */
import { useQuery } from '@tanstack/react-query'
import type { Zone } from '@whereabouts/contract/zones'
import { addTexts, useT } from '../../lib/i18n.ts'
import { zones as texts } from '../../locales/zones.ts'
import { NameList } from '../../ui/name-list.tsx'
import { zonesQuery } from './queries.ts'

addTexts(texts)

interface Leaving {
  readonly mapId?: string
  readonly t4Ids?: readonly string[]
}

/** Those on the map, and those of which every station goes. */
const isLost = ({ shape }: Zone, { mapId, t4Ids }: Leaving): boolean =>
  't4_ids' in shape
    ? t4Ids !== undefined && shape.t4_ids.every((id) => t4Ids.includes(id))
    : 'map_id' in shape && shape.map_id === mapId

export function ZonesLost(leaving: Leaving) {
  const t = useT()
  const { data: zones = [] } = useQuery(zonesQuery)
  const lost = zones.filter((zone) => isLost(zone, leaving))
  if (lost.length === 0) return null
  return (
    <section aria-label={t('menu.setting.zones')}>
      <p style={{ marginTop: 12 }}>{t('zones.lost', { count: lost.length })}</p>
      <NameList
        lines={lost.map(({ id, zone_name, zone_type }) => ({
          id,
          name: zone_name,
          hint: t(zone_type === 'danger' ? 'zones.danger' : 'zones.attendance'),
        }))}
      />
    </section>
  )
}
