/** The words of an error code, for consoles older than the catalogue. Source: specification §7, §8; G82. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

export const errorMessages = {
  /** Answers for the code given in `code`; an unknown one is refused with 404102. */
  get: endpoint
    .get('/app/errors', 'public', 'The words of an error code.')
    .takesQuery(
      z.strictObject({
        code: z
          .string()
          .regex(/^\d{6}$/)
          .transform(Number),
        /** Any spelling of a language; otherwise the caller's cookie or Accept-Language decides. */
        locale: z.string().max(35).optional(),
      }),
    )
    .answers(z.object({ code: z.number().int(), message: z.string() }))
    .refusesWith('resourceNotFound'),
}
