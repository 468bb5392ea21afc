/** `npm run simulate`: plays a scenario, or a load, to a running server until it is stopped. */
import { runLoad } from './load.ts'
import { HELP, type Run, readOptions, UsageError } from './options.ts'
import { runStory } from './story.ts'

const PARENT_CHECK_MS = 5000

async function main(): Promise<number> {
  let run: Run
  try {
    run = readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 1
  }
  if (run.kind === 'help') {
    console.log(HELP)
    return 0
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  // A demo that was killed cannot stop us; the simulator ends without it.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MS)
  try {
    await (run.kind === 'story' ? runStory(run, stop.signal) : runLoad(run, stop.signal))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 1
  } finally {
    clearInterval(watch)
  }
  return 0
}

process.exitCode = await main()
