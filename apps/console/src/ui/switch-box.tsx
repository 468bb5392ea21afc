/** On or off, saved at once. Its label stands beside it, or is the row it is in. */
import { Switch } from '@mantine/core'
import { useState } from 'react'
import styles from './switch-box.module.css'

interface SwitchBoxProps {
  readonly label: string
  readonly isOn: boolean
  /** Where it promises to save, the switch stands where it was put until that has ended; it never rejects. */
  readonly onSwitch: (isOn: boolean) => unknown
}

export function SwitchBox({ label, isOn, onSwitch }: SwitchBoxProps) {
  const [asked, setAsked] = useState<{ readonly isOn: boolean }>()
  const put = (next: boolean) => {
    const saved = onSwitch(next)
    if (!(saved instanceof Promise)) return
    const asking = { isOn: next }
    setAsked(asking)
    void saved.finally(() => setAsked((latest) => (latest === asking ? undefined : latest)))
  }
  return (
    <Switch
      size="sm"
      withThumbIndicator={false}
      classNames={{ input: styles.input, track: styles.track }}
      aria-label={label}
      checked={asked?.isOn ?? isOn}
      onChange={(event) => put(event.currentTarget.checked)}
    />
  )
}
