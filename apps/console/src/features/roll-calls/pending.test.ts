import type { RollCall } from '@whereabouts/contract/roll-calls'
import { expect, test } from 'vitest'
import { type Command, readdressed, withPending } from './pending.ts'

const rollCall: RollCall = {
  ...{ id: 'server', is_drill: true, started_at_ms: 100, started_by: 'Lin Wei', ended_at_ms: null, ended_by: null },
  ...{
    people: [],
    ticks: [{ command_id: 'a', device_id: 'A', is_safe: true, at_ms: 200, by: 'Lin Wei', arrived_late_ms: null }],
  },
}
const start = (is_drill: boolean): Command => ({ kind: 'start', id: 'own', is_drill, at_ms: 150, people: [] })
const tick = (roll_call_id: string, command_id: string, at_ms: number, is_safe = true): Command => ({
  ...{ kind: 'tick', roll_call_id, command_id, device_id: 'A', is_safe, at_ms },
})
const shown = (open: RollCall | null, ...commands: Command[]) => withPending(open, commands, 'Mori Yuki')

test('a tick shows at once, and is replaced by a later one made elsewhere', () => {
  expect(shown(rollCall, tick('server', 'b', 300, false))?.ticks).toMatchObject([{ is_safe: false, by: 'Mori Yuki' }])
  expect(shown(rollCall, tick('server', 'b', 199, false))?.ticks).toEqual(rollCall.ticks)
  expect(shown(rollCall, tick('other', 'b', 300, false))?.ticks).toEqual(rollCall.ticks)
})

test('a roll-call starts, is ticked and ends without a server', () => {
  const begun = shown(null, start(true), tick('own', 'b', 300))
  expect(begun).toMatchObject({ id: 'own', is_drill: true, started_by: 'Mori Yuki', ticks: [{ command_id: 'b' }] })
  expect(shown(null, start(true), { kind: 'end', roll_call_id: 'own', at_ms: 400 })).toBeNull()
  expect(shown(null, tick('own', 'b', 300))).toBeNull()
})

test('a start while one goes on joins it, and one that is no drill makes it none', () => {
  expect(shown(rollCall, start(true), tick('own', 'b', 300))).toMatchObject({
    ...{ id: 'server', is_drill: true, ticks: [{ command_id: 'b' }] },
  })
  expect(shown(rollCall, start(false))?.is_drill).toBe(false)
})

test('ticks follow a start to the roll-call that answered it', () => {
  const commands = [start(true), tick('own', 'b', 300), tick('older', 'c', 301)]
  expect(readdressed(commands, 'own', 'server')).toEqual([
    start(true),
    tick('server', 'b', 300),
    tick('older', 'c', 301),
  ])
})
