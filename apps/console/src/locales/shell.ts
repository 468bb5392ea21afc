import type { Catalogue } from './catalogue.ts'

export const shell = {} as const satisfies Catalogue
