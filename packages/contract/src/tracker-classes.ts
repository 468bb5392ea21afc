/** The ten class slots of an account. Source: specification §3 Tracker class; G50. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

/** Slots 0-9; an empty name is an unused slot. */
export const CLASS_SLOTS = 10

export const TrackerClass = z.object({
  index: z
    .number()
    .int()
    .min(0)
    .max(CLASS_SLOTS - 1),
  name: z.string(),
  /** `#RRGGBB`. */
  color: z.string(),
  urls: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type TrackerClass = z.output<typeof TrackerClass>

export const trackerClasses = {
  list: endpoint
    .get('/app/users/extrasettings/class', 'The tracker classes of the account, all ten slots.')
    .answers(z.object({ classes: z.array(TrackerClass) })),
}
