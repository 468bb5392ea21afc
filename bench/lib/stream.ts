/** A console's live stream, as cheap as one process with many of them needs it. */
import { Agent, get, type IncomingMessage } from 'node:http'
import { OWNER } from './server.ts'

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/v3/app/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      device: { platform: 'web', useragent: 'bench', push_token: '' },
      user: { provider: 'email', ...OWNER, stay_signed_in: false },
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`Sign-in answered ${response.status}.`)
  return token
}

/**
 * Opens a stream and calls `onTrackers` with the ids of each event; resolves when the server said hello. `onCut`: it was too slow
 * for the server, and a console would load its lists again.
 */
export function openStream(
  url: string,
  token: string,
  onTrackers: (ids: readonly string[]) => void,
  onCut: () => void = () => {
    throw new Error('The stream was cut.')
  },
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const call = get(`${url}/v3/app/stream`, { agent, headers: { authorization: `Bearer ${token}` } })
    call.on('error', reject)
    call.on('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) reject(new Error(`The stream answered ${response.statusCode}.`))
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const events = (rest + chunk).split('\n\n')
        rest = events.pop() ?? ''
        for (const text of events) {
          const { event, data } = read(text)
          if (event === 'hello') resolve({ close: () => call.destroy() })
          if (event === 'resync' || event === 'bye') onCut()
          if (event === 'trackers') onTrackers(idsIn(data))
        }
      })
      // Ended by `close`.
      response.on('error', () => {})
    })
  })
}

function read(text: string): { event: string; data: string } {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { event: fields.get('event') ?? '', data: fields.get('data') ?? '' }
}

const idsIn = (data: string): string[] =>
  (JSON.parse(data) as { trackers: { device_id: string }[] }).trackers.map((tracker) => tracker.device_id)
