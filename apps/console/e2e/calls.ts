/** People who come to be, by the calls their browser would make. */
import type { TestServer } from '../../../scripts/harness/start-server.ts'

export const GOOD_PASSWORD = 'four small teapots'

/** One call of nobody, or of the session whose token is given; throws with the server's code where it refuses. */
export async function call(
  server: TestServer,
  method: string,
  path: string,
  body: unknown,
  token?: string,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the call it names answers.
): Promise<any> {
  const response = await fetch(`${server.origin}/v3${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!answer.result) throw new Error(`${method} ${path} was refused: ${answer.code} ${answer.info ?? ''}`)
  return answer
}

/** An account that waits for its address to be verified. */
export const signUpByCall = (server: TestServer, email: string): Promise<unknown> =>
  call(server, 'POST', '/app/users/signup', {
    user: { email, password: GOOD_PASSWORD, fullname: 'Sato Ken', locale: 'en-us' },
  })

/** The token of a new session. */
export async function signInByCall(server: TestServer, email: string, password: string): Promise<string> {
  const answer = await call(server, 'POST', '/app/users/signin', {
    device: { platform: 'web', useragent: 'test', push_token: '' },
    user: { provider: 'email', email, password },
  })
  return answer.access_token
}
