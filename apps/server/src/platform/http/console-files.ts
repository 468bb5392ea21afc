/** The console's built files, and its page for every path that is neither API nor file (history mode, G01). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Random } from '../clock.ts'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './answer.ts'

/** Output folder of `npm run build`. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../../console/dist')

/** Prefixes of calls and gateways: the console's page is not served there. */
const isMachinePath = (url: string): boolean => /^\/(v2|v3|gateway|live|ready|metrics|dev)(\/|\?|$)/.test(url)

/** Paths of files: a missing one is 404 and not the page, or a browser would take the page for a script. */
const isFilePath = (url: string): boolean => /^\/assets\/|^[^?]*\.\w+(\?|$)/.test(url)

/** Also precompressed files. */
const SCRIPT = /\.js(\.br|\.gz)?$/

/** Placeholder in the built page for the nonce of an answer. */
const NONCE = '__NONCE__'
const NONCE_BYTES = 18

/**
 * For pages. `mapOrigin`: origin of the base map, '' for the embedded one. The nonce is for Mantine's style elements, which
 * hold the theme; the Trusted Types policy `default` is the console's own. Source: security rule 28.
 */
const pagePolicy = (mapOrigin: string, nonce: string): string =>
  policy(
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${mapOrigin}`,
    "font-src 'self'",
    `connect-src 'self' ${mapOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    'trusted-types default',
  )

/** For scripts: a worker follows the policy of its own file. */
const scriptPolicy = (mapOrigin: string): string =>
  policy("script-src 'self'", `connect-src 'self' ${mapOrigin}`, "form-action 'none'", "trusted-types 'none'")

const policy = (...lines: string[]): string =>
  [
    "default-src 'none'",
    ...lines.map((line) => line.trim()),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

interface ConsoleSettings {
  readonly folder: string
  readonly mapStyleUrl: string
  readonly random: Random
}

export function consoleFiles(http: FastifyInstance, { folder, mapStyleUrl, random }: ConsoleSettings): void {
  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8').split(NONCE) : undefined
  const mapOrigin = mapStyleUrl === '' ? '' : new URL(mapStyleUrl).origin

  const sendPage = (reply: FastifyReply) => {
    if (page === undefined) {
      return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build\n')
    }
    const nonce = random.bytes(NONCE_BYTES).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(mapOrigin, nonce))
      .send(page.join(nonce))
  }

  if (page !== undefined) {
    http.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html*'],
      preCompressed: true,
      setHeaders(reply, path) {
        if (SCRIPT.test(path)) reply.header('content-security-policy', scriptPolicy(mapOrigin))
        // Names of assets contain a hash of their content; everything else is revalidated.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    http.get('/index.html', (_request, reply) => sendPage(reply))
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFilePath(request.url)
    if (!isPage || isMachinePath(request.url)) return sendRefusal(request, reply, refuse('pageNotFound'))
    return sendPage(reply)
  })
}
