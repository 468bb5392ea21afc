/**
 * Repeats work, each time so long (ms) after it last ended. After the answered function was called, nothing starts any more;
 * work in progress ends by itself. `work` never rejects.
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
