/** The three ranges of steps. Source: STEP-01. */
import { STEP_RANGES, type StepRange } from '@whereabouts/domain/steps'
import { useT } from '../../lib/i18n.ts'
import { FilterChips } from '../../ui/filter-chips.tsx'

interface RangeTabsProps {
  readonly value: StepRange
  readonly onChange: (range: StepRange) => void
}

export function RangeTabs({ value, onChange }: RangeTabsProps) {
  const t = useT()
  const chips = STEP_RANGES.map((range) => ({ value: range, label: t(`steps.range.${range}`) }))
  return <FilterChips label={t('steps.range')} chips={chips} value={value} onChange={onChange} />
}
