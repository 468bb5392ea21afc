/** Training jobs, and what they teach. Source: G77. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { trainingJobs } from '@whereabouts/contract/training-jobs'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { changeJob, createJob } from './change.ts'
import { presentJob } from './present.ts'
import { getRadioMap, listJobs } from './queries.ts'

const toMs = (seconds: number | undefined): number | null => (seconds === undefined ? null : seconds * 1000)

export const trainingJobRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, trainingJobs, {
    async list({ actor, query }) {
      const { query_start, query_end } = query
      const scope = `${actor.accountId} training_jobs`
      const rows = await listJobs(app.db, actor.accountId, {
        ...{ fromMs: toMs(query_start), untilMs: toMs(query_end) },
        ...{ start: app.pageTokens.read(scope, query.page_token), size: PAGE_SIZE },
      })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.job_id)
      return { jobs: items.map(presentJob), query_start: query_start ?? null, query_end: query_end ?? null, metadata }
    },
    create: ({ actor, body, request }) => createJob(app, actor, body, request.ip),
    change: ({ actor, params, body, request }) => changeJob(app, actor, uuidOf(params.jobID), body, request.ip),
    radioMap: async ({ actor, params }) => ({
      radio_map: await getRadioMap(app.db, actor.accountId, uuidOf(params.map_id)),
    }),
  })
