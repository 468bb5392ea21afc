/** A nats-server that ends with the test. */
import { type Nats, runNats } from './nats-process.ts'
import { whenDone } from './when-done.ts'

export type { Nats }

/** `more`: further lines of its configuration; `users`: instead of the one with a password. */
export async function startNats(more?: readonly string[], users?: string): Promise<Nats> {
  const nats = await runNats(more, users)
  whenDone(() => nats.remove())
  return nats
}
