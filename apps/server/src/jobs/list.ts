/** How jobs stand. Apart from the queue, so that who only reads need not load its library. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import type { JobPayloads } from './payloads.ts'

export interface JobState {
  readonly kind: string
  readonly key: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** Tries begun so far. */
  readonly tries: number
  /** When it was queued, and when it is due (epoch ms). */
  readonly created_at_ms: number
  readonly due_at_ms: number
  /** How far it is, in units of its own; null: it did not say, or is over. */
  readonly done: number | null
  readonly total: number | null
  /** What the last try failed of. */
  readonly fault: string | null
}

/** The newest jobs that are not done, of one kind and key all. At most so many. */
export async function listJobs(
  db: Db,
  { most, kind, key }: { readonly most: number; readonly kind?: keyof JobPayloads; readonly key?: string },
): Promise<JobState[]> {
  const { rows } = await sql<JobState>`
    select name as kind, singleton_key as key,
      case when state in ('created', 'retry') then 'waiting' when state = 'active' then 'running'
        when state = 'completed' then 'done' else 'failed' end as state,
      retry_count + (started_on is not null)::integer as tries,
      (extract(epoch from created_on) * 1000)::bigint as created_at_ms,
      (extract(epoch from start_after) * 1000)::bigint as due_at_ms,
      p.done, p.total, output ->> 'message' as fault
    from jobs.job left join job_progress p on p.job_id = id
    where ${kind === undefined ? sql`state <> 'completed'` : sql`name = ${kind} and singleton_key = ${key ?? ''}`}
    order by created_on desc limit ${most}`.execute(db)
  return rows
}
