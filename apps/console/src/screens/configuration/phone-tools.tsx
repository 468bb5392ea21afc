/** On phones the search stands alone above a table; what narrows and orders it is behind a button, over the page. */
import { IconFilter, IconListCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { GridSort } from '../../ui/grid/grid.tsx'
import type { Ticks } from '../../ui/grid/ticks.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './phone-tools.module.css'

interface PhoneTicking {
  readonly isPhone: boolean
  /** Rows can be ticked on phones. */
  readonly isTicking: boolean
  readonly onTicking: (isTicking: boolean) => void
}

/** Whether this is a phone, and whether rows can be ticked there. */
export function usePhoneTicking(ticks: Ticks): PhoneTicking {
  const isPhone = useMedia('(max-width: 767px)')
  const [isTicking, setIsTicking] = useState(false)
  return {
    isPhone,
    isTicking,
    onTicking: (isOn) => {
      setIsTicking(isOn)
      if (!isOn) ticks.clear()
    },
  }
}

/** What the tools above a table are given. */
export interface TableToolsProps<List, Filter extends string> extends PhoneTicking {
  readonly list: List
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly onExport: (() => void) | undefined
}

interface SheetProps<Column extends string> {
  readonly filters: ReactNode
  readonly sorts: readonly { readonly value: Column; readonly label: string }[]
  readonly sort: GridSort<Column>
  readonly onSort: (sort: GridSort<Column>) => void
  readonly onExport: (() => void) | undefined
  /** More to choose from, below. */
  readonly children?: ReactNode
}

interface PhoneToolsProps<Column extends string> extends SheetProps<Column> {
  readonly search: ReactNode
  readonly isTicking: boolean
  readonly onTicking: (isTicking: boolean) => void
}

export function PhoneTools<Column extends string>({ search, isTicking, onTicking, ...sheet }: PhoneToolsProps<Column>) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {search}
      <IconButton size="large" label={t('grid.select')} aria-pressed={isTicking} onClick={() => onTicking(!isTicking)}>
        <Glyph icon={IconListCheck} size={20} />
      </IconButton>
      <IconButton size="large" label={t('grid.filtersAndSort')} onClick={() => setIsOpen(true)}>
        <Glyph icon={IconFilter} size={20} />
      </IconButton>
      {isOpen && <Sheet {...sheet} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Sheet<Column extends string>(props: SheetProps<Column> & { readonly onClose: () => void }) {
  const { filters, sorts, sort, onSort, onExport, onClose, children } = props
  const t = useT()
  return (
    <Dialog
      title={t('grid.filtersAndSort')}
      onClose={onClose}
      actions={
        <>
          {onExport && <Button onClick={onExport}>{t('grid.export')}</Button>}
          <Button tone="primary" onClick={onClose}>
            {t('dialog.done')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        {filters}
        <SelectField
          label={t('grid.sort')}
          value={sort.column}
          options={sorts}
          onChange={(column) => onSort({ ...sort, column: column as Column })}
        />
        <CheckField
          label={t('grid.descending')}
          isChecked={sort.isDescending}
          onChange={(isDescending) => onSort({ ...sort, isDescending })}
        />
        {children}
      </div>
    </Dialog>
  )
}
