/** The contract as an OpenAPI 3.1 document, generated, so that the page and the code cannot differ. */
import { API_PREFIX, api, beside } from '@whereabouts/contract/api'
import { errors, statusOf } from '@whereabouts/contract/errors'
import {
  answerSchema,
  COMMON_REFUSALS,
  type Endpoint,
  refusalSchema,
  takesIdempotencyKey,
} from '@whereabouts/contract/kit'
import { PRODUCT_VERSION } from '@whereabouts/domain/sessions'
import { z } from 'zod'

const withoutDialect = ({ $schema: _dialect, ...schema }: Record<string, unknown>) => schema

const toSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  withoutDialect(
    z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Record<string, unknown>,
  )

function parameters(call: Pick<Endpoint, 'path' | 'query'>): object[] {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query =
    call.query === undefined ? {} : ((toSchema(call.query, 'input').properties ?? {}) as Record<string, object>)
  return [...inPath, ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }))]
}

/** The header that makes a repeated write idempotent. Source: security rule 47. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A word nobody else uses, as a random UUID. The same call with the same key is done once in a session and answered alike for 24 hours; another call with it, or the same while the first is under way, is refused with 409001.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
}

/** Refusals by HTTP status, each with the codes that share it. */
function refusals(call: Pick<Endpoint, 'refuses'>): Record<string, object> {
  const names = new Set([...COMMON_REFUSALS, ...call.refuses])
  const byStatus = Object.groupBy([...names], (name) => statusOf(errors[name].code))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, members = []]) => [
      status,
      {
        description: members.map((name) => `${errors[name].code} ${errors[name].words['en-us']}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

function operation(word: string, name: string, call: Endpoint): object {
  const { policy } = call
  const takesKey = takesIdempotencyKey(call)
  return {
    operationId: `${word}.${name}`,
    tags: [word],
    summary: call.summary,
    description: `Allowed for: ${policy}.`,
    ...(policy === 'public'
      ? { security: [] }
      : policy === 'sender'
        ? { security: [{ senderCredential: [] }, {}] }
        : {}),
    parameters: [...parameters(call), ...(takesKey ? [IDEMPOTENCY_KEY] : [])],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: toSchema(call.body, 'input') } } } }),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: answerSchema(call) } },
      },
      ...refusals(takesKey ? { refuses: [...call.refuses, 'conflict'] } : call),
    },
  }
}

/** The whole document, for a server at `origin`. */
export function openapiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [word, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(word, name, call) }
    }
  }
  for (const { name, path, summary, policy, answers } of beside) {
    const refuses = path.includes('{') ? (['resourceNotFound'] as const) : []
    paths[path] = {
      get: {
        operationId: `beside.${name}`,
        tags: ['beside'],
        summary,
        description: `Allowed for: ${policy}.`,
        parameters: parameters({ path, query: undefined }),
        responses: {
          200: { description: 'Done.', content: Object.fromEntries(answers.map((type) => [type, {}])) },
          ...refusals({ refuses }),
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Whereabouts', version: PRODUCT_VERSION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: API_PREFIX }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
        senderCredential: { type: 'http', scheme: 'basic', description: 'Sender id and password of a credential.' },
      },
      schemas: { Refusal: refusalSchema },
    },
  }
}
