/** The roll-call by `?tab=roll-call` of the map, and the report of an earlier one by `?rollcall=`. Source: decision 0045; G13. */
import { useSearch } from '@tanstack/react-router'
import { NoRollCall } from '../../features/roll-calls/no-roll-call.tsx'
import { OpenRollCall } from '../../features/roll-calls/open-roll-call.tsx'
import { RollCallReport } from '../../features/roll-calls/roll-call-report.tsx'
import styles from '../../features/roll-calls/roll-calls.module.css'
import { useRollCall } from '../../features/roll-calls/use-roll-call.ts'
import { addTexts } from '../../lib/i18n.ts'
import { rollCalls } from '../../locales/roll-calls.ts'

addTexts(rollCalls)

export function RollCallScreen() {
  const { rollcall } = useSearch({ strict: false })
  return (
    <main className={styles.screen} tabIndex={-1}>
      <div className={styles.body}>{rollcall === undefined ? <Current /> : <RollCallReport id={rollcall} />}</div>
    </main>
  )
}

function Current() {
  const rollCall = useRollCall()
  return rollCall ? <OpenRollCall rollCall={rollCall} /> : <NoRollCall />
}
