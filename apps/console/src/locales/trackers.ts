import type { Catalogue } from './catalogue.ts'

export const trackers = {} as const satisfies Catalogue
