/** `npm run admin -- <command>`. Answers are JSON on standard output. */
import { runAdmin } from './admin-commands.ts'
import { createLog, runMain } from './platform/program.ts'

await runMain(async () => {
  process.stdout.write(await runAdmin(process.argv.slice(2), process.env, createLog('warn')))
})
