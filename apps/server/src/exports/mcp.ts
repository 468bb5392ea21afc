/**
 * The MCP endpoint, by which an assistant asks: read-only tools over streamable HTTP, without sessions, for a reader's password as bearer
 * token. Source: decision 0060; Model Context Protocol 2026-07-28 and 2025-11-25, Streamable HTTP.
 */

import type { McpHttpHandler, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { statusOf } from '@whereabouts/contract/errors'
import { APPLICATION_VERSION } from '@whereabouts/domain/sessions'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Background } from '../context.ts'
import { accepts } from '../platform/http/accept.ts'
import { toRefusal } from '../platform/http/answer.ts'
import type { Rate } from '../platform/http/rate.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import type { AccountFeeds } from './account-feed.ts'
import {
  type Answer,
  type Asked,
  answerWhatHappened,
  answerWhereIs,
  answerWhoIsIn,
  whatHappened,
  whereIs,
  whoIsIn,
} from './mcp-tools.ts'
import { bearer, identifyReader } from './omlox.ts'

/** Questions are short (bytes). */
const BODY_LIMIT = 64 * 1024
const ACCOUNT = 'account'

interface Deps {
  readonly feeds: AccountFeeds
  readonly rate: Rate
}

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Loaded with the first question: most servers are never asked. */
async function createHandler(app: Background, feeds: AccountFeeds): Promise<McpHttpHandler> {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server')
  return createMcpHandler(
    ({ authInfo }) => {
      const asked: Asked = { app, accountId: String(authInfo?.extra?.[ACCOUNT]), feeds }
      const server = new McpServer({ name: 'whereabouts', title: 'Whereabouts', version: APPLICATION_VERSION })
      const tool = <Input extends z.ZodType>(
        name: string,
        about: { readonly title: string; readonly description: string },
        { input, output }: { readonly input: Input; readonly output: z.ZodType },
        answer: (asked: Asked, given: z.output<Input>) => Promise<Answer>,
      ) =>
        server.registerTool(
          name,
          {
            ...about,
            inputSchema: input as StandardSchemaWithJSON,
            outputSchema: output as StandardSchemaWithJSON,
            annotations: { ...READ_ONLY, title: about.title },
          },
          async (given: unknown) => {
            try {
              const { text, data } = await answer(asked, given as z.output<Input>)
              return { content: [{ type: 'text' as const, text }], structuredContent: data }
            } catch (error) {
              return refusedText(app, error)
            }
          },
        )
      tool(
        'where_is',
        {
          title: 'Where is …?',
          description: 'Where a person or thing is, how old that is, and how sure: it may be in one of several places.',
        },
        whereIs,
        answerWhereIs,
      )
      tool(
        'who_is_in',
        { title: 'Who is in …?', description: 'Who and what is in a zone or on a floor now, since when.' },
        whoIsIn,
        answerWhoIsIn,
      )
      tool(
        'what_happened',
        {
          title: 'What happened?',
          description: 'Alarms and who answered them, zones entered and left, silence: in order, of at most 31 days.',
        },
        whatHappened,
        answerWhatHappened,
      )
      return server
    },
    {
      // Nothing here ever changes, so nobody has to listen.
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: (error) => app.log.info({ reason: error.message }, 'Refused a message of an assistant'),
    },
  )
}

/** The library answers some revisions by a stream of one event; nothing here tells more than the answer itself. */
const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'
const answerIn = (stream: string): string => /^data: (.+)$/m.exec(stream)?.[1] ?? stream

const errorOf = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } })

/** What is wrong with a question in words, as an assistant can ask another one; a bug says nothing of itself. */
function refusedText({ log }: Background, error: unknown) {
  const refusal = toRefusal(error)
  if (refusal.errorName === 'serverError')
    log.error({ stack: (error as Error).stack }, 'bug: a question of an assistant failed')
  const text =
    error instanceof Refusal && refusal.info !== undefined ? `Not possible: ${refusal.info}.` : 'Not possible now.'
  return { content: [{ type: 'text' as const, text }], isError: true }
}

export function mcpRoutes(http: FastifyInstance, app: Background, { feeds, rate }: Deps): void {
  let handler: Promise<McpHttpHandler> | undefined
  http.register(async (mcp) => {
    mcp.setErrorHandler((error, _request, reply) => {
      const refusal = toRefusal(error)
      if (refusal.errorName === 'serverError')
        app.log.error({ stack: (error as Error).stack }, 'bug: a message of an assistant failed')
      const status = statusOf(refusal.code)
      if (status === 401) reply.header('www-authenticate', 'Bearer realm="whereabouts"')
      if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
      const message = refusal.info ?? refusal.errorName
      return reply.code(status).send(errorOf(message))
    })
    mcp.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    mcp.route({
      // GET and DELETE are of sessions, which there are none of; the handler says so.
      method: ['POST', 'GET', 'DELETE'],
      url: '/mcp',
      bodyLimit: BODY_LIMIT,
      config: { bodyKind: 'sender', isOfSenders: true },
      onRequest: async (request) => {
        // A page of another origin must not ask by somebody's browser.
        const { origin } = request.headers
        if (origin !== undefined && origin !== app.origin()) throw refuse('forbidden', { info: 'origin' })
        const { accountId, senderId } = await identifyReader(app, bearer(request.headers.authorization))
        rate.count(`${accountId} ${senderId}`)
        request.asking = { app, accountId, isSession: false }
      },
      handler: async (request, reply) => {
        const accountId = request.asking!.accountId
        if (request.method === 'POST' && !accepts(request.headers.accept, JSON_TYPE))
          return reply.code(406).send(errorOf(`The answer is ${JSON_TYPE}, which Accept leaves out`))
        handler ??= createHandler(app, feeds)
        const headers = new Headers()
        for (const [name, value] of Object.entries(request.headers))
          if (typeof value === 'string' && name !== 'authorization') headers.set(name, value)
        // The library wants both by name.
        headers.set('accept', `${JSON_TYPE}, ${STREAM_TYPE}`)
        const response = await (await handler).fetch(
          new Request(`${app.origin()}/mcp`, { method: request.method, headers }),
          {
            authInfo: { token: '', clientId: accountId, scopes: [], extra: { [ACCOUNT]: accountId } },
            ...(request.body === undefined ? {} : { parsedBody: request.body }),
          },
        )
        for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
        const text = await response.text()
        if (response.headers.get('content-type')?.startsWith(STREAM_TYPE) !== true)
          return reply.code(response.status).send(text)
        return reply.code(response.status).type(JSON_TYPE).send(answerIn(text))
      },
    })
  })
}
