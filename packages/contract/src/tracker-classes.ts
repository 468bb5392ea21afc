/** The ten class slots of an account. Source: specification §3 Tracker class; G50. */
import { CLASS_SLOTS, MAX_CLASS_URLS } from '@whereabouts/domain/device-settings'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { linkText, nameText } from './texts.ts'

/** A slot; an empty name is an unused one. */
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
  /** Its trackers are staff on duty: alarms name the nearest of them. */
  is_staff: z.boolean(),
})
export type TrackerClass = z.output<typeof TrackerClass>

const index = z
  .number()
  .int()
  .min(0)
  .max(CLASS_SLOTS - 1)

export const trackerClasses = {
  list: endpoint
    .get('/app/users/extrasettings/class', 'viewMap', 'The tracker classes of the account, all ten slots.')
    .answers(z.object({ classes: z.array(TrackerClass) })),
  /** Whole list; slots left out become unused. One in use cannot be emptied: 412001 with info `classes.<index>` (G50). */
  save: endpoint
    .post('/app/users/extrasettings/class', 'manageDefinitions', 'Saves the tracker classes.')
    .takes(
      z.strictObject({
        classes: z
          .array(
            z.strictObject({
              index,
              name: z.union([z.literal(''), nameText]),
              color: z
                .string()
                .transform((text) => text.toUpperCase())
                .refine((text) => /^#[0-9A-F]{6}$/.test(text)),
              urls: z.array(z.strictObject({ name: nameText, url: linkText })).max(MAX_CLASS_URLS),
              is_staff: z.boolean().default(false),
            }),
          )
          .max(CLASS_SLOTS)
          .refine((classes) => new Set(classes.map((entry) => entry.index)).size === classes.length)
          .refine((classes) => {
            const names = classes.map((entry) => entry.name).filter((name) => name !== '')
            return new Set(names).size === names.length
          }),
      }),
    )
    .answers(z.object({ classes: z.array(TrackerClass) }))
    .refusesWith('preconditionFailed'),
}
