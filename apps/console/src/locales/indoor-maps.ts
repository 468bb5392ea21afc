import type { Catalogue } from './catalogue.ts'

export const indoorMaps = {} as const satisfies Catalogue
