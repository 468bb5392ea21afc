import type { Catalogue } from './catalogue.ts'

export const map = {} as const satisfies Catalogue
