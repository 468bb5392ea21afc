/** Sign-in, token, sign-out and profile of the person at the console. Source: specification §3, §7; G17 to G24, G58, G74. */
import { TIME_ZONES } from '@whereabouts/domain/sessions'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { LOCALES } from './locales.ts'
import { ROLES } from './roles.ts'
import { nameText, passwordText, pictureDataUrl } from './texts.ts'

const email = z.string().trim().min(3).max(254)
/** A password to check; the rules for new ones stand elsewhere. */
const password = passwordText.min(1)

export const SigninDevice = z.strictObject({
  /** `web`; any other is 400103. */
  platform: z.string().max(32),
  useragent: z.string().max(512),
  /** The browser's push subscription as opaque text, or '' where there is none (G59). A malformed one is 400103. */
  push_token: z.string().max(4096),
  /** Earlier `browser_mark`s of this browser: they identify it, so that strangers' wrong guesses do not block it. */
  browser_marks: z.array(z.string().max(100)).max(8).optional(),
})

/** Services people may sign in by instead of a password. */
export const PROVIDERS = ['google', 'apple', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

/** The answer of a sign-in service: its signed statement of who this is, for the nonce this browser chose. */
const proof = { id_token: z.string().min(1).max(16_384), nonce: z.string().min(16).max(128) }

const ThirdParty = z.strictObject({
  provider: z.enum(PROVIDERS),
  ...proof,
  stay_signed_in: z.boolean().optional(),
  /** True on the sign-up page: a first sign-in makes a business account, not a consumer's (G24). */
  sign_up: z.boolean().optional(),
})

export const SigninRequest = z.strictObject({
  device: SigninDevice,
  user: z.discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal('email'), email, password, stay_signed_in: z.boolean().optional() }),
    ThirdParty,
  ]),
})

export const LinkSigninRequest = z.strictObject({
  device: SigninDevice,
  user: z.strictObject({
    provider: z.literal('accesslink'),
    access_code: z.string().min(1).max(64),
    password: password.optional(),
  }),
})

export const SigninAnswer = z.object({
  access_token: z.string(),
  email: z.string(),
  name: z.string(),
  class: z.enum(ROLES),
  b2b_user: z.boolean(),
  groups: z.array(z.string()),
  /** To be kept by a browser that signs in for the first time, beyond the session (security rule 2). */
  browser_mark: z.string().optional(),
})

export const Profile = z.object({
  username: z.string(),
  class: z.enum(ROLES),
  email: z.string(),
  fullname: z.string(),
  locale: z.enum(LOCALES),
  groups: z.array(z.string()),
  b2b_user: z.boolean(),
  provider: z.string(),
  verified: z.boolean(),
  unread_count: z.number().int(),
  headshot: z.string(),
  custom_logo: z.string(),
  about_image: z.string(),
  about_content: z.string(),
  notification_ring_repeat: z.boolean(),
  timezone: z.enum(TIME_ZONES),
  /** Of carepads without a unit of their own. */
  temperature_unit: z.enum(['C', 'F']),
  /** Salt and verifier by which the browser checks the account's PIN (G30); '' where none is set, and for read-only people. */
  pin_check: z.string(),
})
export type Profile = z.output<typeof Profile>

const ProfileChange = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  notification_ring_repeat: z.boolean().optional(),
  fullname: nameText.optional(),
  timezone: z.enum(TIME_ZONES).optional(),
  temperature_unit: z.enum(['C', 'F']).optional(),
  /**
   * A PNG or JPEG of at most 2 MB as a data URL, not from visitors of a link; '' takes the photo off. 400001 with info
   * `headshot.type`, `.size`, `.pixels`, `.broken` or `.quota`.
   */
  headshot: z.union([z.literal(''), pictureDataUrl]).optional(),
  /** Only 0 is allowed: it means "read". Source: G58. */
  unread_count: z.literal(0).optional(),
})
export type ProfileChange = z.output<typeof ProfileChange>

/** Taken nested in `user` and flat too (G02). */
export const ProfileRequest = z.union([z.strictObject({ user: ProfileChange }), ProfileChange])

export const auth = {
  signin: endpoint
    .post('/app/users/signin', 'public', 'Signs in by e-mail and password, or by another service.')
    .takes(SigninRequest)
    .answers(SigninAnswer)
    .refusesWith(
      'invalidDeviceClient',
      'wrongCredentials',
      'emailNotActivated',
      'emailExists',
      'invalidToken',
      'notImplemented',
      'tooManyRequests',
    ),
  /** A missing or wrong password is refused alike (401101), an unknown or expired code as not there (404102). */
  signinByLink: endpoint
    .post('/app/users/signin/accesslink', 'public', 'Signs a visitor in by an access link.')
    .takes(LinkSigninRequest)
    .answers(SigninAnswer)
    .refusesWith('invalidDeviceClient', 'wrongCredentials', 'resourceNotFound', 'tooManyRequests'),
  /** Without `refresh` it only validates and answers the same token; with it, the token is rotated (G18). */
  token: endpoint
    .post('/app/users/token', 'renewal', 'Validates the session token, or rotates it.')
    .unrated()
    .takes(z.strictObject({ refresh: z.boolean().optional() }))
    .answers(z.object({ access_token: z.string() })),
  /** Proves the password, or the sign-in of another service, once more; some calls ask for it (412001, info `reauth`). Good for five minutes (G87). The session goes on with the token it answers. */
  reauth: endpoint
    .post('/app/users/reauth', 'proveOwnPassword', 'Proves again who is at the keys.')
    .takes(z.strictObject({ user: z.union([z.strictObject({ password }), z.strictObject(proof)]) }))
    .answers(z.object({ access_token: z.string() }))
    .refusesWith('wrongCredentials', 'invalidToken', 'tooManyRequests'),
  signout: endpoint
    .post('/app/users/signout', 'anySession', 'Ends this session.')
    .unrated()
    .takes(z.strictObject({ device: z.strictObject({ platform: z.literal('web') }) }))
    .answers(Nothing),
  profile: endpoint.get('/app/users/profile', 'useOwnSession', 'Who is signed in.').answers(Profile),
  changeProfile: endpoint
    .put('/app/users/profile', 'changeOwnLanguage', 'Changes the own profile.')
    .withPictures('setHeadshot')
    .takes(ProfileRequest)
    .answers(Profile),
}
