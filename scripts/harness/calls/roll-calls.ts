import { expect, test } from 'vitest'
import { type Door, expectRefusal } from './door.ts'

const PATH = '/v3/app/rollcalls'
const SETTINGS = '/v3/app/users/extrasettings/rollcall'

export function rollCallCalls(door: Door): void {
  const list = async (token: string) => (await door.call('GET', PATH, { token })).body
  const began = Date.now() - 3_600_000
  const start = async (token: string, is_drill = true, id: string = crypto.randomUUID()) =>
    (await door.call('POST', PATH, { token, body: { id, is_drill, started_at_ms: began } })).body.roll_call
  const end = async (token: string, id: string, ended_at_ms = began + 2000) =>
    (await door.call('POST', `${PATH}/${id}/end`, { token, body: { ended_at_ms } })).body.roll_call

  test('one roll-call goes on at a time: a second start joins it, and one that is no drill makes it none', async () => {
    const { token, accountId } = await door.person()
    const colleague = await door.person({ accountId, class: 'support' })
    expect(await list(token)).toMatchObject({ open: null, roll_calls: [] })
    const { id } = await start(token)
    expect(await start(token, true, id)).toMatchObject({ id, is_drill: true })
    expect(await start(colleague.token)).toMatchObject({ id, is_drill: true, started_by: 'Mori Yuki', people: [] })
    expect(await start(colleague.token, false)).toMatchObject({ id, is_drill: false })
    expect(await start(token, true)).toMatchObject({ id, is_drill: false })
    expect((await list(token)).open).toMatchObject({ id, ended_at_ms: null, ended_by: null })
  })

  test('a roll-call that ended stays as its report, and the next start begins another', async () => {
    const { token } = await door.person()
    const { id } = await start(token)
    const ended = { id, started_at_ms: began, ended_at_ms: began + 2000 }
    expect(await end(token, id)).toMatchObject({ ...ended, ended_by: 'Mori Yuki' })
    expect(await end(token, id, began + 3000)).toMatchObject(ended)
    expect(await start(token, false, id)).toMatchObject({ ...ended, is_drill: true })
    const second = await start(token, false)
    expect(second.id).not.toBe(id)
    const { open, roll_calls } = await list(token)
    expect(open.id).toBe(second.id)
    expect(roll_calls).toMatchObject([{ id, is_drill: true, expected: 0, safe: 0 }])
    expect((await door.call('GET', `${PATH}/${id}`, { token })).body.roll_call.id).toBe(id)
  })

  test('a roll-call begins and ends within the last twelve hours, whatever a console says', async () => {
    const { token } = await door.person()
    for (const said of [0, Number.MAX_SAFE_INTEGER]) {
      const body = { id: crypto.randomUUID(), is_drill: true, started_at_ms: said }
      const { id, started_at_ms } = (await door.call('POST', PATH, { token, body })).body.roll_call
      const { ended_at_ms } = await end(token, id, said)
      expect(started_at_ms).toBeGreaterThan(Date.now() - 13 * 3_600_000)
      expect(ended_at_ms).toBeGreaterThanOrEqual(started_at_ms)
      expect(ended_at_ms).toBeLessThan(Date.now() + 24 * 3_600_000)
    }
  })

  test('whose trackers a roll-call is about is saved', async () => {
    const { token } = await door.person()
    expect((await door.call('GET', SETTINGS, { token })).body.class_indexes).toBeNull()
    for (const class_indexes of [[-1, 0, 3], null]) {
      expect((await door.call('POST', SETTINGS, { token, body: { class_indexes } })).body).toMatchObject({
        class_indexes,
      })
      expect((await door.call('GET', SETTINGS, { token })).body.class_indexes).toEqual(class_indexes)
    }
    for (const class_indexes of [[], [1, 1], [10], 'all'])
      expectRefusal(await door.call('POST', SETTINGS, { token, body: { class_indexes } }), 400001)
  })

  test('a roll-call that is not there, or of another account, is refused', async () => {
    const [{ token }, stranger] = [await door.person(), await door.person()]
    const { id } = await start(token)
    const command = { command_id: crypto.randomUUID(), device_id: 'x', is_safe: true, at_ms: 1 }
    for (const [caller, other] of [
      [stranger.token, id],
      [token, 'no-id'],
      [token, crypto.randomUUID()],
    ] as const) {
      expectRefusal(await door.call('GET', `${PATH}/${other}`, { token: caller }), 404102)
      const ticks = { token: caller, body: { ticks: [command] } }
      expectRefusal(await door.call('POST', `${PATH}/${other}/ticks`, ticks), 404102)
      expectRefusal(
        await door.call('POST', `${PATH}/${other}/end`, { token: caller, body: { ended_at_ms: 1 } }),
        404102,
      )
    }
    expect((await list(stranger.token)).open).toBeNull()
    for (const body of [{ ticks: [] }, { ticks: [{ ...command, command_id: 'x' }] }])
      expectRefusal(await door.call('POST', `${PATH}/${id}/ticks`, { token, body }), 400001)
    expectRefusal(await door.call('POST', PATH, { token, body: { id: 'x', is_drill: true, started_at_ms: 1 } }), 400001)
  })
}
