/** Copies a link and says so where it was pressed: a message at the edge would cover the button of the next link. */
import type { AccessLink } from '@whereabouts/contract/access-links'
import { useEffect, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { t } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { linkUrl } from './link-url.ts'

/** How long it is said (ms). */
const SHOWN_MS = 3000

export function useCopyLink(link: AccessLink): { isCopied: boolean; copy: () => Promise<void> } {
  const [copiedAtMs, setCopiedAtMs] = useState<number>()
  useEffect(() => {
    if (copiedAtMs === undefined) return
    const timer = setTimeout(() => setCopiedAtMs(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copiedAtMs])
  return {
    isCopied: copiedAtMs !== undefined,
    async copy() {
      if (await copyText(linkUrl(link.link_code))) setCopiedAtMs(Date.now())
      else showToast({ tone: 'error', text: t('links.notCopied') })
    },
  }
}
