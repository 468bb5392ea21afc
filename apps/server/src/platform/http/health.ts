/** `/live` and `/ready`, bare: details are for administrators, who ask on the machine itself (security rule 58). */
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** A proxy on this machine names the client it asks for. */
const isLocal = ({ ip, headers }: FastifyRequest): boolean =>
  loopback.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') && !('x-forwarded-for' in headers || 'forwarded' in headers)

/** Ready means: the database answers, its disk has room, and no shutdown has begun. A detail is a line. */
export function healthRoutes(
  http: FastifyInstance,
  isReady: () => Promise<boolean>,
  details: () => readonly (string | undefined)[],
): void {
  http.get('/live', async (_request, reply) => reply.type('text/plain').send('live\n'))
  http.get('/ready', async (request, reply) => {
    const ready = await isReady()
    const told = isLocal(request) ? details().filter((detail) => detail !== undefined) : []
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(`${[ready ? 'ready' : 'not ready', ...told].join('\n')}\n`)
  })
}
