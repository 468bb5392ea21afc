/** Work that takes turns: each begins when what came before it is over, whatever became of that. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.catch(() => {}).then(work)
    this.#last = turn
    return turn
  }
}
