/**
 * Lists that are loaded by calls of their own; the stream only reports that they changed. The console caches the answer of each
 * call under the list's name. Apart from the stream's file, because the console must not bundle a schema library.
 */
export const LIST_NAMES = [
  'classes',
  'remark_items',
  'indoor_maps',
  'credentials',
  'brokers',
  'unclaimed',
  'carepads',
  'loggers',
  'shares',
  'zones',
  'training_jobs',
  'calibrations',
  'roll_calls',
  'shift_reports',
  'shift_timer',
  'webhooks',
] as const
export type ListName = (typeof LIST_NAMES)[number]
