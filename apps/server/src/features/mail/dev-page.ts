/** `GET /dev/mail`: the outbox of the demo. No other server has it. Source: G26. */

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Background } from '../../context.ts'
import { escapeHtml } from './letters.ts'

const SHOWN = 50
/** Another site's name that resolves to this machine must not read it (DNS rebinding). */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]', '::1'])

/** Text with its addresses as links. */
const toHtml = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

export function devMailPage(http: FastifyInstance, app: Background): void {
  http.get('/dev/mail', async (request, reply) => {
    if (!OWN_NAMES.has(request.hostname)) return reply.callNotFound()
    const { rows } = await sql<{ email: string; subject: string; body_text: string; created_at_ms: number }>`
      select email, subject, body_text, created_at_ms from mails
      order by created_at_ms desc limit ${SHOWN}`.execute(app.db)
    const mails = rows.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>${new Date(mail.created_at_ms).toISOString()} · ${escapeHtml(mail.email)}</p><pre>${toHtml(mail.body_text)}</pre></article>`,
    )
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails of the demo</title></head><body><h1>Mails of the demo</h1>${mails.join('<hr>') || '<p>No mail yet.</p>'}</body></html>`
  })
}
