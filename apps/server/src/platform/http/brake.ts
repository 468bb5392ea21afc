/** Throttles work by name: the first call runs at once, later ones at most once per interval; the last one is not lost. */
export class Brake {
  readonly #everyMs: number
  readonly #act: (name: string) => void
  /** Names within their interval, and whether they were called again meanwhile. */
  readonly #resting = new Map<string, { isWanted: boolean; readonly timer: NodeJS.Timeout }>()

  constructor(everyMs: number, act: (name: string) => void) {
    this.#everyMs = everyMs
    this.#act = act
  }

  wanted(name: string): void {
    const resting = this.#resting.get(name)
    if (resting !== undefined) resting.isWanted = true
    else this.#do(name)
  }

  close(): void {
    for (const { timer } of this.#resting.values()) clearTimeout(timer)
  }

  #do(name: string): void {
    const timer = setTimeout(() => {
      const { isWanted } = this.#resting.get(name)!
      this.#resting.delete(name)
      if (isWanted) this.#do(name)
    }, this.#everyMs).unref()
    this.#resting.set(name, { isWanted: false, timer })
    this.#act(name)
  }
}
