/** Tables as CSV files: RFC 4180, UTF-8 with a byte-order mark, and no cell that a spreadsheet takes for a formula. G78. */

import { type Cell, CSV_START, csvLine } from '@whereabouts/domain/csv'

export interface CsvColumn<Row> {
  readonly header: string
  /** Null leaves the cell empty. */
  readonly cell: (row: Row) => Cell
}

/** The whole file as text. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const lines = [csvLine(columns.map(({ header }) => header))]
  for (const row of rows) lines.push(csvLine(columns.map(({ cell }) => cell(row))))
  return CSV_START + lines.join('')
}
