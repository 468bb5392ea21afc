/** Shifts over the hours of a day, one line each, so that overlaps and gaps are seen. */
import { shiftMinutes } from '@whereabouts/domain/attendance-rules'
import { useT } from '../../lib/i18n.ts'
import rulesStyles from './rules.module.css'
import type { ShiftDraft } from './shifts-draft.ts'

const DAY_MINUTES = 1440
const HOURS = [0, 4, 8, 12, 16, 20, 24]
const two = (value: number): string => String(value).padStart(2, '0')

/** The parts of one day: a shift over midnight has two. */
function partsOf({ start, end }: ShiftDraft): readonly (readonly [from: number, to: number])[] {
  const from = Number(start.slice(0, 2)) * 60 + Number(start.slice(3))
  const to = from + shiftMinutes({ start, end })
  return to <= DAY_MINUTES
    ? [[from, to]]
    : [
        [from, DAY_MINUTES],
        [0, to - DAY_MINUTES],
      ]
}

/** A picture: the times stand beside it as fields. */
export function ShiftBars({ shifts }: { shifts: readonly ShiftDraft[] }) {
  const t = useT()
  const timed = shifts
    .map((shift, at) => ({ shift, number: at + 1 }))
    .filter(({ shift: { start, end } }) => start && end)
  return (
    <div className={rulesStyles.bars} aria-hidden="true">
      {timed.map(({ shift, number }) => (
        <p key={number}>
          {partsOf(shift).map(([from, to]) => (
            <i
              key={from}
              style={{ left: `${(from / DAY_MINUTES) * 100}%`, width: `${((to - from) / DAY_MINUTES) * 100}%` }}
            >
              {shift.name || t('attendance.shiftNumber', { number })}
            </i>
          ))}
        </p>
      ))}
      <p className={`${rulesStyles.hours} wb-num`}>
        {HOURS.map((hour) => (
          <span key={hour}>{two(hour)}:00</span>
        ))}
      </p>
    </div>
  )
}
