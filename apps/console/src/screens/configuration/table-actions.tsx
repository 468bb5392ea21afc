/** Beside the title of a table: the export of what is listed, and the way to the page that adds to it. */
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Glyph } from '../../ui/glyph.tsx'
import { PageActions } from './page.tsx'

interface TableActionsProps {
  /** There the export is among the filters, and words are short. */
  readonly isPhone: boolean
  readonly onExport: (() => void) | undefined
  /** Undefined for those who may add nothing. */
  readonly addLabel: string | undefined
}

export function TableActions({ isPhone, onExport, addLabel }: TableActionsProps) {
  const t = useT()
  return (
    <PageActions>
      {onExport && !isPhone && (
        <Button icon={<Glyph icon={IconDownload} size={16} />} onClick={onExport}>
          {t('grid.export')}
        </Button>
      )}
      {addLabel !== undefined && <AddLink label={isPhone ? t('devices.addShort') : addLabel} />}
    </PageActions>
  )
}

export const AddLink = ({ label }: { label: string }) => (
  <Link {...configurationPath('add-devices')} className={`${controls.button} ${controls.primary}`}>
    <Glyph icon={IconPlus} size={16} />
    {label}
  </Link>
)
