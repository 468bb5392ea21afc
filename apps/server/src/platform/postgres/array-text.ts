/**
 * Values in PostgreSQL's array syntax. The driver does this too, but quotes and scans every number like text: for the hot rows
 * that was most of the cost.
 */
export const toArrayText = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map(toElement).join()}}`

const toElement = (value: string | number | boolean | null): string => {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return `${value}`
  // Most texts need nothing, and looking costs less than replacing.
  if (!value.includes('"') && !value.includes('\\')) return `"${value}"`
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
