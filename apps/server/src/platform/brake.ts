/** Does something for each name at once, and then at most once in a while, however often it is wanted; the last wish is kept. */
export class Brake {
  readonly #everyMs: number
  readonly #act: (name: string) => void
  /** Names that wait for their while to be over, and whether it was wanted meanwhile. */
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
