import type { Catalogue } from './catalogue.ts'

export const errorPage = {} as const satisfies Catalogue
