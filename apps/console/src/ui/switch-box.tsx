/** On or off, saved at once. Its label stands beside it, or is the row it is in. */
import { Switch } from '@mantine/core'
import styles from './switch-box.module.css'

interface SwitchBoxProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

export const SwitchBox = ({ label, isOn, onSwitch }: SwitchBoxProps) => (
  <Switch
    size="sm"
    withThumbIndicator={false}
    classNames={{ input: styles.input, track: styles.track }}
    aria-label={label}
    checked={isOn}
    onChange={(event) => onSwitch(event.currentTarget.checked)}
  />
)
