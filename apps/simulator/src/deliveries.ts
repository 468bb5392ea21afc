/** What became of the messages, counted for the line that is printed now and then. */
export interface Counts {
  sent: number
  acknowledged: number
  refused: number
  retried: number
  /** Given up because too many waited. */
  dropped: number
}

export const noCounts = (): Counts => ({ sent: 0, acknowledged: 0, refused: 0, retried: 0, dropped: 0 })

/** What a try came to: done, never to be repeated, or to be tried again. */
export type Outcome = 'acknowledged' | 'refused' | 'retry'
