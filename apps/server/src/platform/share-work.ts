/**
 * Work that many ask for at once is done once, for all who asked before it began. Who asks while it is under way waits for
 * the next round, so nobody is answered with what was true before he asked.
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
