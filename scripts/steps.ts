/** Runs commands and says which failed. */
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

/** Runs one command and shows its output, what it was and how it ended when it is done, so that it stands together. */
async function runAndTell({ title, command, args }: Step): Promise<number> {
  const startedAt = performance.now()
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => chunks.push(text))
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (ended) => resolve({ code: ended ?? 1, output: chunks.join('').trimEnd() }))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (output !== '') console.log(output)
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
  return code
}

/** Runs all steps side by side, whichever fail, so that one run shows all faults. Answers 0 when all passed. */
export async function runAll(steps: readonly Step[]): Promise<number> {
  const codes = await Promise.all(steps.map(runAndTell))
  const failed = steps.filter((_step, index) => codes[index] !== 0).map(({ title }) => title)
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}
