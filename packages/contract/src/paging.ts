/**
 * Paging: `page_token` in, `metadata.next_token` out, absent when there is no more. Source: G03.
 */
import { MAX_DEVICE_COUNT } from '@whereabouts/domain/paging'
import { z } from 'zod'

/** Page size where the caller names none. */
export const PAGE_SIZE = 50
export const pageToken = z.string().min(1).max(512)

/** Query of a list: an opaque token from the page before. */
export const PageRequest = z.strictObject({ page_token: pageToken.optional() })

/** Query of a device list, which may ask for up to 10,000 items. */
export const DevicePageRequest = z.strictObject({
  page_token: pageToken.optional(),
  count: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .refine((count) => count <= MAX_DEVICE_COUNT)
    .optional(),
})
export type DevicePageRequest = z.output<typeof DevicePageRequest>

/** A page of items under their published name. */
export const pageOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({
    [name]: z.array(item),
    metadata: z.object({ next_token: z.string().optional() }).optional(),
  } as { [key in Name]: z.ZodArray<Item> } & {
    metadata: z.ZodOptional<z.ZodObject<{ next_token: z.ZodOptional<z.ZodString> }>>
  })
