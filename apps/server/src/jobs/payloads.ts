/** What each kind of job is told. A kind that is named here has its task in `tasks.ts`, or that does not compile. */
export interface JobPayloads {
  /** Erases what the devices of a deleted account left behind. */
  eraseHistory: { readonly account_id: string }
  /** Erases what is kept of a device until a time (epoch ms). */
  erasePast: { readonly account_id: string; readonly device_id: string; readonly until_ms: number }
  /** Makes a shift report that is in the list already. */
  makeShiftReport: { readonly account_id: string; readonly report_id: string }
}
