/** The console's built files, and its page for every path that is no API and no file (history mode, G01). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './answer.ts'
import { refuse } from './refusal.ts'

/** Where `npm run build` puts the console. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist')

/** Paths that are calls or gateways: nothing of the console answers there. */
const isMachinePath = (url: string): boolean => /^\/(v3|gateway|live|ready|metrics|dev)(\/|\?|$)/.test(url)

/** Paths of files: one that is not there is not the page, or a browser would take the page for a script. */
const isFilePath = (url: string): boolean => /^\/assets\/|^[^?]*\.\w+(\?|$)/.test(url)

/** `mapOrigin`: where tiles come from, '' for the embedded map only. Source: security rule 28. */
const pagePolicy = (mapOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${mapOrigin}`,
    "font-src 'self'",
    `connect-src 'self' ${mapOrigin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export function consoleFiles(http: FastifyInstance, settings: { folder: string; mapStyleUrl: string }): void {
  const index = join(settings.folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index) : undefined
  const policy = pagePolicy(settings.mapStyleUrl === '' ? '' : new URL(settings.mapStyleUrl).origin)
  if (page !== undefined) {
    http.register(fastifyStatic, {
      root: settings.folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders(reply, path) {
        if (path.includes('index.html')) reply.header('content-security-policy', policy)
        // Names of assets carry a hash of their content; everything else is asked for anew.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFilePath(request.url)
    if (!isPage || isMachinePath(request.url)) return sendRefusal(request, reply, refuse('pageNotFound'))
    if (page === undefined) {
      return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build\n')
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(page)
  })
}
