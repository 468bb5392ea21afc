/** `/live` and `/ready`, bare: details are for administrators, who ask on the machine itself (security rule 58). */
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** A proxy on this machine names the client it asks for. */
const isLocal = ({ ip, headers }: FastifyRequest): boolean =>
  loopback.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') && !('x-forwarded-for' in headers || 'forwarded' in headers)

/** Ready means: the database answers and no shutdown has begun. */
export function healthRoutes(
  http: FastifyInstance,
  isReady: () => Promise<boolean>,
  details: () => string | undefined,
): void {
  http.get('/live', async (_request, reply) => reply.type('text/plain').send('live\n'))
  http.get('/ready', async (request, reply) => {
    const ready = await isReady()
    const told = isLocal(request) ? details() : undefined
    const detail = told === undefined ? '' : `${told}\n`
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(`${ready ? 'ready' : 'not ready'}\n${detail}`)
  })
}
