import { expect, test } from 'vitest'
import { changesOf, nameFault, newIndex, usesOf } from './draft.ts'

const diet = { index: 0, name: 'Diet' }
const hearing = { index: 3, name: 'Hearing' }
const allergies = { index: 2, name: 'Allergies' }
const saved = [diet, hearing, allergies]

test('an added item has an index that none has, nor one just taken out', () => {
  expect(newIndex([], [])).toBe(0)
  expect(newIndex([diet], saved)).toBe(4)
  expect(newIndex([...saved, { index: 4, name: 'Sleep' }], saved)).toBe(5)
})

const none = { hasNewOrder: false, added: 0, renamed: 0, removed: 0 }
const sleep = { index: 4, name: 'Sleep' }
test.each([
  ['nothing', saved, undefined],
  ['another order', [hearing, diet, allergies], { ...none, hasNewOrder: true }],
  ['one more at the end', [...saved, sleep], { ...none, added: 1 }],
  ['one more in the midst', [diet, sleep, hearing, allergies], { ...none, added: 1, hasNewOrder: true }],
  ['another name', [{ ...diet, name: 'Meals' }, hearing, allergies], { ...none, renamed: 1 }],
  ['a blank behind a name', [{ ...diet, name: 'Diet ' }, hearing, allergies], undefined],
  ['one less', [diet, allergies], { ...none, removed: 1 }],
])('what changed is told: %s', (_title, draft, changes) => {
  expect(changesOf(draft, saved)).toEqual(changes)
})

test.each([
  [' ', 'missing'],
  ['名'.repeat(51), 'long'],
  ['名'.repeat(50), undefined],
  [' Diet', 'taken'],
  ['Sleep', undefined],
])('the name %j is %s', (name, fault) => {
  expect(nameFault(name, saved)).toBe(fault)
})

test('devices with something written are counted, and who wrote last is told', () => {
  const value = (index: number, memo: string, editor: string, update_time: number) => ({
    index,
    name: 'x',
    memo,
    editor,
    update_time,
  })
  const uses = usesOf([
    { remark: [value(0, 'Soft', 'Lin Wei', 20), value(3, '', 'Lin Wei', 30)] },
    { remark: [value(0, 'No salt', 'Mori Yuki', 10)] },
    { remark: [] },
  ])
  expect(uses.get(0)).toEqual({ devices: 2, editor: 'Lin Wei', update_time: 20 })
  expect(uses.has(3)).toBe(false)
})
