/** `/live` and `/ready`, bare: details are for administrators (security rule 58). */
import type { FastifyInstance } from 'fastify'

/** Ready means: the database answers and no shutdown has begun. */
export function healthRoutes(http: FastifyInstance, isReady: () => Promise<boolean>): void {
  http.get('/live', async (_request, reply) => reply.type('text/plain').send('live\n'))
  http.get('/ready', async (_request, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n')
  })
}
