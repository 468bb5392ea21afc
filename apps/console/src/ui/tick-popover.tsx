/** A button that opens a short list to tick, as classes or columns. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CheckField } from './check-field.tsx'
import styles from './tick-popover.module.css'
import { usePopover } from './use-popover.ts'

export interface TickOption {
  readonly value: string
  readonly label: string
  readonly colour?: string
  /** It cannot be unticked. */
  readonly isFixed?: boolean
}

interface TickPopoverProps {
  readonly label: string
  readonly icon: ReactNode
  /** Of the words on the button, as its place may hide them. */
  readonly labelClass?: string | undefined
  readonly options: readonly TickOption[]
  readonly ticked: readonly string[]
  /** How many are ticked, shown on the button where that tells something. */
  readonly count?: number
  readonly onChange: (ticked: readonly string[]) => void
}

export function TickPopover({ label, icon, labelClass, options, ticked, count = 0, onChange }: TickPopoverProps) {
  const { isOpen, open, close, triggerRef, containerProps } = usePopover()
  return (
    <div {...containerProps} className={styles.place}>
      <Button
        ref={triggerRef}
        icon={icon}
        title={label}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      >
        <span className={labelClass}>{label}</span>
        {count > 0 && <span className={`${styles.count} wb-num`}>{count}</span>}
      </Button>
      {isOpen && (
        <div className={styles.panel}>
          <TickList label={label} options={options} ticked={ticked} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

export const TickList = ({
  label,
  options,
  ticked,
  onChange,
}: Pick<TickPopoverProps, 'label' | 'options' | 'ticked' | 'onChange'>) => (
  <fieldset className={styles.list}>
    <legend className="wb-visually-hidden">{label}</legend>
    {options.map(({ value, label: words, colour, isFixed }) => (
      <CheckField
        key={value}
        label={
          <>
            {colour && <i className={styles.swatch} style={{ background: colour }} />}
            {words}
          </>
        }
        isDisabled={isFixed}
        isChecked={ticked.includes(value)}
        onChange={(isTicked) =>
          // In the order of the options, whatever was ticked first.
          onChange(
            options.map((each) => each.value).filter((each) => (each === value ? isTicked : ticked.includes(each))),
          )
        }
      />
    ))}
  </fieldset>
)
