/** What only paper has above a table: the account, the period, and when it was printed. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { formatTimeIn } from '../../lib/time.ts'
import styles from './attendance.module.css'

interface PrintHeadProps {
  /** By which people know the account. */
  readonly account: string
  readonly period: string
  readonly timeZone: string
}

export function PrintHead({ account, period, timeZone }: PrintHeadProps) {
  const t = useT()
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const look = () => flushSync(() => setAt(serverNow()))
    window.addEventListener('beforeprint', look)
    return () => window.removeEventListener('beforeprint', look)
  }, [])
  const printed = t('attendance.printed', { time: formatTimeIn(timeZone, at * 1000) })
  return (
    <p className={`${styles.paperHead} wb-num`}>
      <strong>{period}</strong>
      {[account, printed, timeZone].map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}
