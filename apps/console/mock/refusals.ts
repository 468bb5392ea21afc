/** Notes calls that the mock refuses: a browser writes each into its console, and a page asks for nothing it may not have. */
import type { Told } from './open-page.ts'

export function refusals(): { readonly refused: readonly string[]; readonly answers: readonly Told[] } {
  const refused: string[] = []
  const note: Told = [
    /^\/v3\//,
    async ({ method, path }, usual) => {
      const answer = await usual()
      if (answer.status >= 400) refused.push(`${answer.status} ${method} ${path}`)
      return answer
    },
  ]
  return { refused, answers: [note] }
}
