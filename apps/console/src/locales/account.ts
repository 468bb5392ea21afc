import type { Catalogue } from './catalogue.ts'

export const account = {} as const satisfies Catalogue
