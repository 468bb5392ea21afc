/**
 * Does something again and again, each time so long (ms) after the last was done. From the answered function's call on
 * nothing begins any more; what is under way then ends by itself. `work` never rejects.
 */
export function repeat(pauseMs: number, work: () => Promise<void>): () => void {
  let isOver = false
  let timer = setTimeout(turn, pauseMs)
  async function turn(): Promise<void> {
    await work()
    if (!isOver) timer = setTimeout(turn, pauseMs)
  }
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
