/** Rewrites a schema into an equal one that the serialiser handles without a search. */

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Where a schema has alternatives, fast-json-stringify runs a validator over each value to find the matching one: for
 * 10,000 trackers that is most of the answer's cost. "This or null" and "one of these constants" need no search.
 */
export function fastSchema(schema: Schema): Schema {
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((item) => (isSchema(item) ? fastSchema(item) : item)) : deeper(value),
    ]),
  )
  if (!Array.isArray(anyOf)) return { ...rest }
  const alternatives = anyOf as Schema[]
  const others = alternatives.filter(({ type }) => type !== 'null')
  const types = new Set(others.map(({ type }) => type))
  const nullable = others.length < alternatives.length ? { nullable: true } : {}
  if (others.length === 1) return { ...rest, ...others[0], ...nullable }
  if (types.size === 1 && others.every((other) => 'const' in other))
    return { ...rest, type: [...types][0], ...nullable }
  return { ...rest, anyOf }
}

const deeper = (value: unknown): unknown => (isSchema(value) ? fastSchema(value) : value)
