/** On phones, everything that narrows and orders a table, over the page. */
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { GridSort } from '../../ui/grid/grid.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './filter-sheet.module.css'

interface FilterSheetProps<Id extends string> {
  readonly filters: ReactNode
  readonly sorts: readonly { readonly value: Id; readonly label: string }[]
  readonly sort: GridSort<Id>
  readonly onSort: (sort: GridSort<Id>) => void
  readonly onExport: (() => void) | undefined
  readonly onClose: () => void
  /** More to choose from, below. */
  readonly children?: ReactNode
}

export function FilterSheet<Id extends string>(props: FilterSheetProps<Id>) {
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
          onChange={(column) => onSort({ ...sort, column: column as Id })}
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
