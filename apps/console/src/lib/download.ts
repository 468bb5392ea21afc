/** Hands a made file to the person. */
export const downloadText = (name: string, text: string, type = 'text/csv'): void =>
  downloadFile(name, new Blob([text], { type: `${type};charset=utf-8` }))

export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
