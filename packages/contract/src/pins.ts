/** The PIN under which browsers keep the names of carepads. Source: specification §2 Account, §5; G30; decision 0047. */
import { z } from 'zod'
import { pinCheck, protectedName } from './carepads.ts'
import { endpoint } from './kit.ts'
import { deviceId } from './texts.ts'

/** `namesHash` of all carepads as they are stored. */
const namesHash = z.string().regex(/^[0-9a-f]{16}$/)

export const pins = {
  /**
   * Takes the place of the PIN and of every name at once, or of nothing. Needs a fresh password. 409001 with info `pin_check` where
   * the PIN is no longer `replaces`, with info `names` where names have changed since `names_hash` or one is missing: read
   * again what is stored. Sent again it changes nothing.
   */
  set: endpoint
    .put('/app/users/pin', 'manageAccount', 'Creates or changes the PIN, with all names encrypted by it.')
    .takes(
      z.strictObject({
        /** Salt and verifier by which a browser checks the PIN; opaque to the server. */
        pin_check: pinCheck,
        /** The PIN check until now; '' or absent: there is none. */
        replaces: z.union([z.literal(''), pinCheck]).optional(),
        /** May be absent while the account has no carepads. */
        names_hash: namesHash.optional(),
        /** Of all carepads the id and the name. */
        names: z.array(z.tuple([deviceId, protectedName])).optional(),
      }),
    )
    .refusesWith('preconditionFailed', 'conflict'),
}
