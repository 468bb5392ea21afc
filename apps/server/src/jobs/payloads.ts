/** What each kind of job is told. A kind that is named here has its task in `tasks.ts`, or that does not compile. */
export interface JobPayloads {
  /** Erases what the devices of a deleted account left behind. */
  eraseHistory: { readonly account_id: string }
}
