import type { Catalogue } from './catalogue.ts'

export const notifications = {} as const satisfies Catalogue
