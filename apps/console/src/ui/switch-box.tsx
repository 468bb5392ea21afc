/** On or off, saved at once. Its label stands beside it, or is the row it is in. */
import { Switch } from '@mantine/core'
import { startTransition, useOptimistic } from 'react'
import styles from './switch-box.module.css'

interface SwitchBoxProps {
  readonly label: string
  readonly isOn: boolean
  /** Where it promises to save, the switch stands where it was put until that has ended; it never rejects. */
  readonly onSwitch: (isOn: boolean) => unknown
}

export function SwitchBox({ label, isOn, onSwitch }: SwitchBoxProps) {
  const [shown, show] = useOptimistic(isOn)
  const put = (next: boolean) => {
    const saved = onSwitch(next)
    if (!(saved instanceof Promise)) return
    startTransition(async () => {
      show(next)
      await saved
    })
  }
  return (
    <Switch
      size="sm"
      withThumbIndicator={false}
      classNames={{ input: styles.input, track: styles.track }}
      aria-label={label}
      checked={shown}
      onChange={(event) => put(event.currentTarget.checked)}
    />
  )
}
