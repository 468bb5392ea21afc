/** The remark items of an account. Memos of a removed item are gone here, where the server keeps them unseen. */
import type { remarks } from '@whereabouts/contract/remarks'
import { type Handlers, record, tellLists, type World } from '../world.ts'

export const remarkWords = (world: World): Handlers<typeof remarks> => ({
  list: ({ actor }) => ({ items: actor.account.remarkItems }),

  save({ actor, body }) {
    const { account } = actor
    const known = [...account.removedItems, ...account.remarkItems]
    const taken = new Set([...known, ...body.items].map(({ index }) => index))
    const freeIndex = (): number => {
      let free = 0
      while (taken.has(free)) free += 1
      taken.add(free)
      return free
    }
    // The index of a removed item that somebody wrote memos for goes to no other name.
    const items = body.items.map((item) => {
      const removed = account.removedItems.find(({ index }) => index === item.index)
      return removed === undefined || removed.name === item.name ? item : { ...item, index: freeIndex() }
    })
    const isKept = (index: number) => items.some((item) => item.index === index)
    const hasMemos = (index: number) =>
      account.trackers.some(({ remark }) => remark.some((memo) => memo.index === index))
    const gone = account.remarkItems.filter(({ index }) => !isKept(index) && hasMemos(index))
    account.removedItems = [...account.removedItems.filter(({ index }) => !isKept(index)), ...gone]
    account.remarkItems = items
    for (const tracker of account.trackers) tracker.remark = tracker.remark.filter(({ index }) => isKept(index))
    record(world, actor, 'change_remark_items')
    tellLists(world, account, 'remark_items')
    return { items }
  },
})
