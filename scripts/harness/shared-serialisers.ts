/**
 * Apps of one worker share what Fastify compiles from the schemas of answers: to compile it takes a third of an app's start, and
 * the schemas are the contract's, the same in each. Import it before the first app is made.
 */
import { createRequire } from 'node:module'

/** What Fastify asks for, of the type its own compiler has. */
type MakeCompiler = (sharedSchemas: object, options: object) => (route: { schema: object }) => unknown

const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const path = ofFastify.resolve('@fastify/fast-json-stringify-compiler')
const original = ofFastify(path).SerializerSelector as () => MakeCompiler

const compiled = new WeakMap<object, unknown>()

const makeCompiler: MakeCompiler = (sharedSchemas, options) => {
  const compile = original()(sharedSchemas, options)
  return (route) => {
    const known = compiled.get(route.schema)
    if (known !== undefined) return known
    const made = compile(route)
    compiled.set(route.schema, made)
    return made
  }
}

ofFastify.cache[path]!.exports = () => makeCompiler
