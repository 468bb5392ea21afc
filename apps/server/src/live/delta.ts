/** What changed between two states of a device, in published fields. Pure. */

/** The fields of `after` that differ from `before`, and always the id. Nested values are compared by their JSON. */
export function changedFields<Entity extends object, Id extends keyof Entity>(
  before: Entity,
  after: Entity,
  id: Id,
): Partial<Entity> & Pick<Entity, Id> {
  const changed = { [id]: after[id] } as Partial<Entity> & Pick<Entity, Id>
  for (const name of Object.keys(after) as (keyof Entity)[]) {
    const [old, value] = [before[name], after[name]]
    if (old === value) continue
    if (typeof value === 'object' && value !== null && JSON.stringify(old) === JSON.stringify(value)) continue
    changed[name] = after[name] as (typeof changed)[keyof Entity]
  }
  return changed
}
