/** Counts of delivered messages, for the line that is printed at an interval. */
export interface Counts {
  sent: number
  acknowledged: number
  refused: number
  retried: number
  /** Dropped because the backlog was too large. */
  dropped: number
}

export const noCounts = (): Counts => ({ sent: 0, acknowledged: 0, refused: 0, retried: 0, dropped: 0 })

/** Result of a try: delivered, never to be repeated, or to be retried. */
export type Outcome = 'acknowledged' | 'refused' | 'retry'
