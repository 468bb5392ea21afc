import { expect, test } from 'vitest'
import { fitting } from './columns.ts'

const column = (id: string, width: number, yields: number) => ({ id, label: id, width, grow: 1, yields })
const columns = [column('name', 200, 0), column('place', 200, 3), column('battery', 100, 2), column('status', 200, 1)]
const shown = (room: number) => fitting(columns, room).map(({ id }) => id)

test('columns give way in their turn where room is short, and the name never does', () => {
  expect(shown(700)).toEqual(['name', 'place', 'battery', 'status'])
  expect(shown(699)).toEqual(['name', 'battery', 'status'])
  expect(shown(450)).toEqual(['name', 'status'])
  expect(shown(100)).toEqual(['name'])
})
