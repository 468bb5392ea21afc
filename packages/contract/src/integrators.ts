/** Integrators and the business users they made. Source: specification §6, §7; G35, G36; security rule 17. */
import { z } from 'zod'
import { newEmail } from './accounts.ts'
import { endpoint, Nothing } from './kit.ts'
import { LOCALES } from './locales.ts'
import { nameText } from './texts.ts'

export const BusinessUser = z.object({
  user_id: z.string(),
  email: z.string(),
  fullname: z.string(),
  /** Epoch seconds. */
  created_time: z.number().int(),
  verified: z.boolean(),
  groups: z.array(z.string()),
})
export type BusinessUser = z.output<typeof BusinessUser>

const BusinessUsers = z.object({ b2b_users: z.array(BusinessUser) })
const userId = z.uuid()

export const integrators = {
  listUsers: endpoint
    .get('/app/integrator/user', 'manageBusinessUsers', 'Business users this integrator made.')
    .answers(BusinessUsers),
  /** The new user gets a mail with a link that sets a password; the integrator never knows it. */
  createUser: endpoint
    .post('/app/integrator/user', 'manageBusinessUsers', 'Makes a business user.')
    .takes(z.strictObject({ user: z.strictObject({ email: newEmail, fullname: nameText, locale: z.enum(LOCALES) }) }))
    .answers(BusinessUsers)
    .refusesWith('emailExists', 'tooManyRequests'),
  /** At once; the devices become free. Another integrator's user counts as nonexistent (404102). */
  removeUser: endpoint
    .delete('/app/integrator/user', 'manageBusinessUsers', 'Deletes a business user with the account.')
    .takes(z.strictObject({ user_id: userId }))
    .answers(BusinessUsers)
    .refusesWith('resourceNotFound', 'preconditionFailed', 'conflict'),
  /** Only G3OfficeLog can be switched; `Integrator` stays as it is whatever is sent. Without `user_id`: the caller's own account. */
  setGroups: endpoint
    .post('/app/users/groups', 'manageBusinessUsers', 'Switches features of the own account or of a business user.')
    .takes(
      z.strictObject({
        user: z.strictObject({ user_id: userId.optional(), groups: z.array(z.string().max(50)).max(20) }),
      }),
    )
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
