import type { Catalogue } from './catalogue.ts'

export const signIn = {} as const satisfies Catalogue
