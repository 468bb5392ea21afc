/** Most names in an entry of the activity log. */
const MAX_NAMES = 10

/** Names as an entry of the activity log has them: each once, and how many more there are. */
export function fewNames(names: readonly string[]): string {
  const different = [...new Set(names)]
  const left = different.length - MAX_NAMES
  return [...different.slice(0, MAX_NAMES), ...(left > 0 ? [`+${left}`] : [])].join(', ')
}
