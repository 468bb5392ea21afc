/** What to do, one thing after the other. */
import styles from './steps.module.css'

interface StepsProps {
  readonly steps: readonly string[]
}

export const Steps = ({ steps }: StepsProps) => (
  <ol className={styles.steps}>
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)
