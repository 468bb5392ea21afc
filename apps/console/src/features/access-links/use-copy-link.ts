/** Copies a link and says so where it was pressed: a message at the edge would cover the button of the next link. */
import type { AccessLink } from '@whereabouts/contract/access-links'
import { t } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { useCopied } from '../../lib/use-copied.ts'
import { linkUrl } from './link-url.ts'

export function useCopyLink(link: AccessLink): { isCopied: boolean; copy: () => Promise<void> } {
  const { isCopied, copy } = useCopied()
  return {
    isCopied,
    async copy() {
      if (!(await copy(linkUrl(link.link_code)))) showToast({ tone: 'error', text: t('links.notCopied') })
    },
  }
}
