/** Every page says that a roll-call goes on, a drill as one, and leads to its list. Source: decision 0045. */
import { IconChecklist, IconSchool } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { rollCallPath } from '../../lib/paths.ts'
import { rollCalls as texts } from '../../locales/roll-calls.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useSession } from '../auth/session-store.ts'
import { resumeOutbox } from './outbox.ts'
import styles from './roll-calls.module.css'
import { useRollCall } from './use-roll-call.ts'

addTexts(texts)

export function RollCallStrip() {
  const t = useT()
  const { userId } = useSession()
  const rollCall = useRollCall()
  useEffect(() => resumeOutbox(userId), [userId])
  if (!rollCall) return null
  const { is_drill, people, ticks } = rollCall
  const counts = { safe: ticks.filter(({ is_safe }) => is_safe).length, expected: people.length }
  return (
    <div className={styles.strip} data-drill={is_drill || undefined} role="status">
      <Glyph icon={is_drill ? IconSchool : IconChecklist} size={17} />
      <span className="wb-num">{t(is_drill ? 'rollCalls.stripDrill' : 'rollCalls.stripReal', counts)}</span>
      <Link {...rollCallPath()}>{t('rollCalls.open')}</Link>
    </div>
  )
}
