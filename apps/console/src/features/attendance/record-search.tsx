/** Asks for the records of attendance of a time by name, as integrators look into an account. Source: G11. */
import { IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { attendance } from '../../locales/attendance.ts'
import { dialogs } from '../../locales/dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './attendance.module.css'
import { RecordDialog } from './record-dialog.tsx'
import { RecordList } from './record-list.tsx'
import { useSaveRecords } from './save-files.ts'
import { lastWeek } from './words.ts'

addTexts(attendance)
addTexts(dialogs)

export function RecordSearch({ timeZone }: { timeZone: string }) {
  const t = useT()
  const [range, setRange] = useState(() => lastWeek(serverNow(), timeZone))
  const [name, setName] = useState('')
  const [opened, setOpened] = useState<string>()
  const question = { ...range, name: useDeferredValue(name), show: 'everyone' as const }
  const save = useSaveRecords(question, timeZone)
  return (
    <>
      <div className={styles.tools}>
        <DateRangePicker
          kind="days"
          label={t('attendance.days')}
          value={range}
          timeZone={timeZone}
          now={serverNow}
          timeFormat="hh:mm a"
          onChange={setRange}
        />
        <SearchField label={t('attendance.search')} value={name} onChange={setName} />
        <Button icon={<Glyph icon={IconDownload} size={16} />} isPending={save.isPending} onClick={() => save.mutate()}>
          {t('attendance.export')}
        </Button>
      </div>
      <FormFailure error={save.error ?? undefined} />
      <RecordList question={question} timeZone={timeZone} onOpen={({ id }) => setOpened(id)} />
      {opened !== undefined && (
        <RecordDialog key={opened} id={opened} timeZone={timeZone} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
