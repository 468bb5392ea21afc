import { expect, test } from 'vitest'
import { focusRank, getTabId, TAB_GONE_AFTER_MS, withTabSeen } from './tabs.ts'

const NOW = 1_780_000_000_000

test('a tab keeps its id, and a new tab gets one of its own [DISP-09]', () => {
  const memory = () => {
    let kept: string | undefined
    return {
      read: () => kept,
      write: (value: string) => {
        kept = value
      },
    }
  }
  const [one, other] = [memory(), memory()]
  let count = 0
  const random = () => `tab-${++count}`
  expect(getTabId(random, one)).toBe('tab-1')
  expect(getTabId(random, one)).toBe('tab-1')
  expect(getTabId(random, other)).toBe('tab-2')
})

test('the list holds every living tab, and one silent for two minutes leaves it [DISP-10]', () => {
  const first = withTabSeen([], 'a', NOW, true)
  const both = withTabSeen(first, 'b', NOW + TAB_GONE_AFTER_MS - 1, false)
  expect(both).toEqual([
    { id: 'a', lastSeen: NOW, lastFocus: NOW },
    { id: 'b', lastSeen: NOW + TAB_GONE_AFTER_MS - 1, lastFocus: 0 },
  ])
  expect(withTabSeen(both, 'b', NOW + TAB_GONE_AFTER_MS, true).map((tab) => tab.id)).toEqual(['b'])
})

test('a tab that loses the focus keeps the time it had it last', () => {
  const focused = withTabSeen([], 'a', NOW, true)
  expect(withTabSeen(focused, 'a', NOW + 1000, false)).toEqual([{ id: 'a', lastSeen: NOW + 1000, lastFocus: NOW }])
})

test('of several tabs the one that had the focus last goes first', () => {
  const tabs = [
    { id: 'a', lastSeen: 9, lastFocus: 5 },
    { id: 'b', lastSeen: 9, lastFocus: 8 },
    { id: 'c', lastSeen: 9, lastFocus: 0 },
  ]
  expect(['a', 'b', 'c', 'not listed'].map((id) => focusRank(tabs, id))).toEqual([1, 0, 2, 2])
})
