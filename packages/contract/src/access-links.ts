/** Links that let visitors in. Source: specification §3 Access link, §4, §7; G31, G33. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { nameText, newPasswordText, noteText } from './texts.ts'

/** The roles of a link; read-only is called guest here. */
export const LINK_ROLES = ['support', 'deputy', 'guest'] as const

/** Lifetimes to choose from (seconds): 1 h, 8 h, 1 day, 7 days, 30 days. */
export const LINK_TTLS = [3_600, 28_800, 86_400, 604_800, 2_592_000] as const
/** The lifetime of a link that names none. */
export const DEFAULT_LINK_TTL = 604_800

export const AccessLink = z.object({
  link_code: z.string(),
  name: z.string(),
  role: z.enum(LINK_ROLES),
  has_password: z.boolean(),
  /** Epoch seconds. */
  created_time: z.number().int(),
  /** Epoch seconds; null: no end. */
  expire_time: z.number().int().nullable(),
  notes: z.string(),
})
export type AccessLink = z.output<typeof AccessLink>

const NewAccessLink = z
  .strictObject({
    name: nameText,
    role: z.enum(LINK_ROLES),
    /** One that is too short is refused with 400106. */
    password: newPasswordText.optional(),
    /** Null: never expires, which only a guest link may have. */
    ttl: z.literal(LINK_TTLS).nullable().optional(),
    /** Epoch seconds, in the future. */
    expire_time: z.number().int().max(9_999_999_999).optional(),
    notes: noteText.optional(),
  })
  .refine((link) => link.ttl === undefined || link.expire_time === undefined, { path: ['expire_time'] })
  .refine((link) => link.ttl !== null || link.role === 'guest', { path: ['ttl'] })
export type NewAccessLink = z.output<typeof NewAccessLink>

export const accessLinks = {
  list: endpoint
    .get('/app/accesslink', 'manageLinks', 'Access links of the account.')
    .answers(z.object({ accesslinks: z.array(AccessLink) })),
  /** A deputy makes guest links only; support and deputy links need a fresh password. */
  create: endpoint
    .post('/app/accesslink', 'manageLinks', 'Makes an access link.')
    .takes(z.strictObject({ accesslink: NewAccessLink }))
    .answers(z.object({ accesslink: AccessLink }))
    .refusesWith('accessLinkNameTaken', 'conflict', 'passwordTooShort', 'preconditionFailed'),
  /** Takes link codes. Deleting a link ends its sessions; unknown codes come back in `failed_list`. */
  remove: endpoint
    .delete('/app/accesslink', 'manageLinks', 'Deletes access links.')
    .takes(z.strictObject({ accesslinks: z.array(z.string().min(1).max(64)).min(1).max(1000) }))
    .answers(z.object({ failed_list: z.array(z.string()) })),
}
