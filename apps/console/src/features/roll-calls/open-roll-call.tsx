/** The roll-call that goes on: its list, and what can be done with it. Source: decision 0045. */
import { IconPrinter } from '@tabler/icons-react'
import type { RollCall } from '@whereabouts/contract/roll-calls'
import { useCallback, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { useLive, useNow } from '../live/hooks.ts'
import { pendingCommands } from './outbox.ts'
import { RollCallHead } from './roll-call-head.tsx'
import { RollCallList } from './roll-call-list.tsx'
import { end, start, tick, withLivePlaces } from './use-roll-call.ts'

export function OpenRollCall({ rollCall }: { rollCall: RollCall }) {
  const t = useT()
  const { id, is_drill, ticks } = rollCall
  const { store } = useLive()
  const now = useNow()
  const waiting = useStore(pendingCommands).length
  const [isEnding, setIsEnding] = useState(false)
  const people = withLivePlaces(store, rollCall.people)
  const unsafe = people.length - ticks.filter(({ is_safe }) => is_safe).length
  const onTick = useCallback((deviceId: string, isSafe: boolean) => tick(rollCall, deviceId, isSafe), [rollCall])
  return (
    <>
      <RollCallHead rollCall={rollCall}>
        <Button icon={<Glyph icon={IconPrinter} size={16} />} onClick={() => window.print()}>
          {t('rollCalls.print')}
        </Button>
        {is_drill && <Button onClick={() => start(false, store, null)}>{t('rollCalls.makeReal')}</Button>}
        <Button tone="primary" onClick={() => setIsEnding(true)}>
          {t('rollCalls.end')}
        </Button>
      </RollCallHead>
      <div role="status">{waiting > 0 && <InfoNotice>{t('rollCalls.waiting', { count: waiting })}</InfoNotice>}</div>
      <RollCallList rollCall={rollCall} people={people} atMs={now * 1000} onTick={onTick} />
      {isEnding && (
        <Dialog
          role="alertdialog"
          title={t('rollCalls.endTitle')}
          onClose={() => setIsEnding(false)}
          actions={
            <>
              <Button onClick={() => setIsEnding(false)}>{t('dialog.cancel')}</Button>
              <Button
                tone="primary"
                onClick={() => {
                  setIsEnding(false)
                  end(id)
                }}
              >
                {t('rollCalls.end')}
              </Button>
            </>
          }
        >
          <p>{unsafe === 0 ? t('rollCalls.endAll') : t('rollCalls.endMissing', { count: unsafe })}</p>
        </Dialog>
      )}
    </>
  )
}
