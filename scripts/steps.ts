/** Runs commands one after another and says which failed. */
import { spawn } from 'node:child_process'

export interface Step {
  readonly title: string
  readonly command: string
  readonly args: readonly string[]
}

/** Runs one command with its output on the terminal; the exit code, 1 when a signal ended it. */
export const run = (step: Step): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(step.command, [...step.args], { stdio: 'inherit' })
    child.on('error', (error) => {
      console.error(`${step.title}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })

/** Runs every step, also after a failure, so that one run shows all faults. Answers 0 when all passed. */
export async function runAll(steps: readonly Step[]): Promise<number> {
  const failed: string[] = []
  for (const step of steps) {
    const startedAt = performance.now()
    const code = await run(step)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${step.title} (${seconds} s)`)
    if (code !== 0) failed.push(step.title)
  }
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}
