/** The report of a roll-call that ended. Source: decision 0045. */
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { rollCallPath } from '../../lib/paths.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { rollCallQuery } from './queries.ts'
import { RollCallHead } from './roll-call-head.tsx'
import { RollCallList } from './roll-call-list.tsx'
import styles from './roll-calls.module.css'

export function RollCallReport({ id }: { id: string }) {
  const t = useT()
  const { data: rollCall, error } = useQuery(rollCallQuery(id))
  const failure = useErrorText(error ?? undefined)
  return (
    <>
      <Link className={styles.back} {...rollCallPath()}>
        {t('rollCalls.back')}
      </Link>
      {failure && <InfoNotice>{failure}</InfoNotice>}
      {rollCall && (
        <>
          <RollCallHead rollCall={rollCall}>
            <Button icon={<Glyph icon={IconPrinter} size={16} />} onClick={() => window.print()}>
              {t('rollCalls.print')}
            </Button>
          </RollCallHead>
          <RollCallList
            rollCall={rollCall}
            people={rollCall.people}
            atMs={rollCall.ended_at_ms ?? rollCall.started_at_ms}
          />
        </>
      )}
    </>
  )
}
