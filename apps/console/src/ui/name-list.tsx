/** Things by name within a dialog, each with a line that tells it from others of its name. */
import styles from './rows.module.css'

interface NameListProps {
  readonly lines: readonly { readonly id: string; readonly name: string; readonly hint?: string | undefined }[]
}

export const NameList = ({ lines }: NameListProps) => (
  <ul className={styles.names}>
    {lines.map(({ id, name, hint }) => (
      <li key={id}>
        <strong>{name}</strong>
        {hint && <small>{hint}</small>}
      </li>
    ))}
  </ul>
)
