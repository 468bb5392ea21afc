/**
 * Values as PostgreSQL writes an array. The driver does so too, but quotes and searches every number as if it were text:
 * of the hot rows that was most of the cost.
 */
export const toArrayText = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map(toElement).join()}}`

const toElement = (value: string | number | boolean | null): string => {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return `${value}`
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
