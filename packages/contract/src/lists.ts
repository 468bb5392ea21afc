/**
 * Lists that are loaded by calls of their own; the stream only says that they changed. The console keeps what such a call
 * answers by the list's name, so a list has no other entry there. It is apart from the stream, as the console takes no schema
 * library along.
 */
export const LIST_NAMES = [
  'classes',
  'remark_items',
  'indoor_maps',
  'credentials',
  'unclaimed',
  'carepads',
  'shares',
  'zones',
] as const
export type ListName = (typeof LIST_NAMES)[number]
