/** Update configs: many stations at once, from a CSV file. */
import { IconDownload } from '@tabler/icons-react'
import { useLive } from '../../features/live/hooks.ts'
import { updateTemplate } from '../../features/stations/csv-update.ts'
import { StationUpdate, StationUpdateFoot } from '../../features/stations/station-update.tsx'
import { useCsvUpdate } from '../../features/stations/use-csv-update.ts'
import { downloadText } from '../../lib/download.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PageActions, PageContent } from './page.tsx'

export default function UpdateConfigsPage() {
  const t = useT()
  const { store } = useLive()
  const update = useCsvUpdate()
  return (
    <PageContent hint={t('update.hint')} foot={update.file && <StationUpdateFoot update={update} />}>
      <PageActions>
        <Button
          icon={<Glyph icon={IconDownload} size={16} />}
          onClick={() => downloadText('stations.csv', updateTemplate(store.stations.rows()))}
        >
          {t('update.template')}
        </Button>
      </PageActions>
      <StationUpdate update={update} />
    </PageContent>
  )
}
