import type { Catalogue } from './catalogue.ts'

export const stations = {} as const satisfies Catalogue
