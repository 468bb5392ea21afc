/** Why settings of the account are shown and cannot be changed here. Source: G32, G34; docs/security.md. */
import { addTexts, useT } from '../../lib/i18n.ts'
import type { MessageId } from '../../locales/ids.ts'
import { whyClosed } from '../../locales/why-closed.ts'
import { InfoNotice } from '../../ui/notice.tsx'
import { useSession } from './session-store.ts'

addTexts(whyClosed)

/** The sentence: of visitors that a link changes none, whatever its role; of others whose role is enough. */
export function useWhyClosed(id: MessageId = 'settings.managersOnly'): string {
  const t = useT()
  const { userFromAccessLink } = useSession()
  return t(userFromAccessLink ? 'settings.notByLink' : id)
}

export function WhyClosed({ id }: { id?: MessageId }) {
  return <InfoNotice>{useWhyClosed(id)}</InfoNotice>
}
