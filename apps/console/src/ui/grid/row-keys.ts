/** Which row of the page shows which line of the table: making rows costs more than changing the words in them. */

/**
 * A key for each line in sight. A line keeps its own as long as it is in sight, wherever it moves, and with it an open menu;
 * one that comes takes the key, and so the row, of one that went.
 */
export function rowKeys(before: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const staying = new Set(ids)
  const free = [...before].flatMap(([id, key]) => (staying.has(id) ? [] : [key]))
  let next = Math.max(-1, ...before.values()) + 1
  // In their order: rows that swap places within the page would be laid out again.
  let freed = 0
  return new Map(ids.map((id) => [id, before.get(id) ?? free[freed++] ?? next++]))
}
