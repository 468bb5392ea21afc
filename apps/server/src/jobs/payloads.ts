/** What each kind of job is told. A kind that is named here has its task in `tasks.ts`, or that does not compile. */
export interface JobPayloads {
  /** Erases what the devices of a deleted account left behind. */
  eraseHistory: { readonly account_id: string }
  /** Erases what is kept of a device until a time (epoch ms). */
  erasePast: { readonly account_id: string; readonly device_id: string; readonly until_ms: number }
  /** Ends a training job when its time is over. */
  finishTraining: { readonly account_id: string; readonly job_id: string }
  /** Measures what the training jobs of a map teach, and by how much the job that is named improves it. */
  measureTraining: { readonly account_id: string; readonly map_id: string; readonly job_id?: string | undefined }
  /** Ends a calibration when its time is over. */
  finishCalibration: { readonly account_id: string; readonly calibration_id: string }
  /** Makes a shift report that is in the list already. */
  makeShiftReport: { readonly account_id: string; readonly report_id: string }
}
