/** Pages one comes to from a mail or another service. */
import type { Catalogue } from './catalogue.ts'

export const linkPages = {
  'link.signIn': ['Go to sign-in', '前往登入', 'サインインへ'],
} as const satisfies Catalogue
