/** Paths are the same whatever slash ends them. Source: G14. */
const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

export const isSamePath = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other)
