/**
 * Does work on all items at once and, where it throws, on ever smaller halves, until the bad items are found: they are passed to
 * `onBad` and affect no other. An error for which `isForAll` is true concerns no single item and is thrown.
 */
export async function bisect<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  isForAll: (error: unknown) => boolean,
  onBad: (item: Item, error: unknown) => void,
): Promise<void> {
  if (items.length === 0) return
  try {
    await work(items)
  } catch (error) {
    if (isForAll(error)) throw error
    if (items.length === 1) return onBad(items[0]!, error)
    const middle = items.length >> 1
    await bisect(items.slice(0, middle), work, isForAll, onBad)
    await bisect(items.slice(middle), work, isForAll, onBad)
  }
}
