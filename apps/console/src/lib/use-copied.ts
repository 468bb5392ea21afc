/** Copies texts and knows for a moment that it did, so that the button that was pressed can say so. */
import { useEffect, useState } from 'react'
import { copyText } from './clipboard.ts'

/** How long it is said (ms). */
const SHOWN_MS = 3000

/** `copy` answers whether the text is on the clipboard. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copiedAtMs, setCopiedAtMs] = useState<number>()
  useEffect(() => {
    if (copiedAtMs === undefined) return
    const timer = setTimeout(() => setCopiedAtMs(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copiedAtMs])
  return {
    isCopied: copiedAtMs !== undefined,
    async copy(text) {
      const isDone = await copyText(text)
      if (isDone) setCopiedAtMs(Date.now())
      return isDone
    },
  }
}
