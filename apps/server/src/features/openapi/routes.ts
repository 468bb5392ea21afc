/** `/v3/openapi.json`, and a readable page of it at `/v3/docs/`. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { API_PREFIX } from '@whereabouts/contract/api'
import type { FastifyInstance } from 'fastify'
import { openapiDocument } from './document.ts'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Whereabouts API</title>
<link rel="stylesheet" href="swagger-ui.css">
<div id="api"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</html>`

const START = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null })`

let text: string | undefined

/** The same for all servers of this version, so it is worked out when somebody first asks. */
function documentText(): string {
  text ??= JSON.stringify(openapiDocument())
  return text
}

export function openapiRoutes(http: FastifyInstance): void {
  const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')))
  http.get(`${API_PREFIX}/openapi.json`, (_request, reply) => reply.type('application/json').send(documentText()))
  http.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      // The page's own library draws its icons from data addresses, and writes descriptions as HTML it has cleaned itself.
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      )
    })
    page.get(`${API_PREFIX}/docs`, (_request, reply) => reply.redirect(`${API_PREFIX}/docs/`))
    page.get(`${API_PREFIX}/docs/`, (_request, reply) => reply.type('text/html').send(PAGE))
    page.get(`${API_PREFIX}/docs/start.js`, (_request, reply) => reply.type('text/javascript').send(START))
    page.register(fastifyStatic, {
      root: assets,
      prefix: `${API_PREFIX}/docs/`,
      wildcard: false,
      index: false,
      globIgnore: ['**/index.html', '**/*.map', '**/absolute-path.js', '**/package.json', '**/oauth2-redirect.*'],
    })
  })
}
