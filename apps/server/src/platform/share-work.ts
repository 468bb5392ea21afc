/**
 * Runs work once for all callers who asked before it began. Callers during a run wait for the next one, so that nobody gets an
 * answer that is older than the question.
 */
export function shareWork<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  const next = new Map<string, Promise<Result>>()
  const begin = (key: string, work: () => Promise<Result>): Promise<Result> => {
    next.delete(key)
    const round = work().finally(() => {
      if (running.get(key) === round) running.delete(key)
    })
    running.set(key, round)
    return round
  }
  return (key, work) => {
    const before = running.get(key)
    if (before === undefined) return begin(key, work)
    let round = next.get(key)
    if (round === undefined) {
      const start = () => begin(key, work)
      round = before.then(start, start)
      next.set(key, round)
    }
    return round
  }
}
