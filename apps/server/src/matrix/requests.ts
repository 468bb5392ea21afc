/** A plausible request for every call that takes something: from people who may, with nothing in it that ends the account. */
import { accountRequests } from './account-requests.ts'
import { deviceRequests } from './device-requests.ts'
import type { Sample } from './sample.ts'

/** By `word.call`. A call that takes something and is not here fails the test. */
export const SAMPLES: Readonly<Record<string, () => Sample>> = { ...deviceRequests, ...accountRequests }

/** A request for this call. */
export const sampleOf = (id: string): Sample => SAMPLES[id]?.() ?? {}
