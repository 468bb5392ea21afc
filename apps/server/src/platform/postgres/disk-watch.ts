/** Watches the free space of the disk that the bundled database writes to. Source: security rule 59; decision 0032. */
import { statfs } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { repeat } from '../repeat.ts'

const LOOK_EVERY_MS = 10_000
/** Free shares of the disk: below the first the operator is warned, below the second what can wait is refused. */
const LOW = 0.1
const SHORT = 0.05

export interface DiskRoom {
  /** True while writes that can wait are refused. */
  readonly isShort: boolean
}

interface Deps {
  /** A folder on the disk. */
  readonly folder: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** As `statfs` of Node. */
  readonly look?: (folder: string) => Promise<{ readonly bavail: number; readonly blocks: number }>
}

type Level = 'enough' | 'low' | 'short'

export class DiskWatch implements DiskRoom {
  readonly #deps: Deps
  #level: Level = 'enough'
  #stop: (() => void) | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get isShort(): boolean {
    return this.#level === 'short'
  }

  /** Resolves after the first reading; further readings follow at an interval. */
  async start(): Promise<void> {
    await this.look()
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  close(): void {
    this.#stop?.()
  }

  async look(): Promise<void> {
    const { folder, log, look = statfs } = this.#deps
    try {
      const { bavail, blocks } = await look(folder)
      this.#judge(bavail / blocks)
    } catch (error) {
      log.error(
        { reason: (error as Error).message },
        'Failed to read the free space of the disk; acting on the last reading',
      )
    }
  }

  #judge(share: number): void {
    const { log } = this.#deps
    const before = this.#level
    this.#level = share < SHORT ? 'short' : share < LOW ? 'low' : 'enough'
    if (this.#level === before) return
    const free = { free_percent: Math.round(share * 1000) / 10 }
    if (this.#level === 'short') log.error(free, 'The disk is nearly full; refusing pictures until space is freed')
    else if (this.#level === 'low') log.warn(free, 'The disk is filling up; free some space')
    else log.info(free, 'The disk has enough free space again')
  }
}
