/**
 * The way back from a sign-in service that answers by a form, as Apple does: the page at the same path takes its answer
 * from the fragment, so it is moved there and nothing of it is kept. Source: G24.
 */
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { readBodies } from '../../platform/http/read-body.ts'
import { refuse } from '../../platform/refusal.ts'

const PATH = '/signin-return'
const BODY_LIMIT = 16 * 1024

/** What the page reads. A service may send more, such as a code or the person's name; nobody here needs it. */
const WANTED = {
  id_token: /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/,
  state: /^[A-Za-z0-9._~-]{1,256}$/,
  error: /^[a-z_]{1,64}$/,
}

export function signinReturnRoutes(http: FastifyInstance, app: App): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    readBodies(scope, 'application/x-www-form-urlencoded', app.limits, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    scope.post(PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const answer = new URLSearchParams()
      for (const [name, shape] of Object.entries(WANTED)) {
        const value = form.get(name)
        if (value === null) continue
        if (!shape.test(value)) throw refuse('invalidInput', { info: `body.${name}` })
        answer.set(name, value)
      }
      if (!answer.has('state') || answer.has('id_token') === answer.has('error')) {
        throw refuse('invalidInput', { info: 'body' })
      }
      // A browser that reads 303 comes back with GET and without the form.
      return reply.header('cache-control', 'no-store').redirect(`${PATH}#${answer}`, 303)
    })
  })
}
