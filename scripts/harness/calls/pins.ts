/** The PIN and the names under it; what is in a name only consoles know. */
import { randomBytes } from 'node:crypto'
import { namesHash } from '@whereabouts/domain/protected-names'
import { expect, test } from 'vitest'
import { type CallAnswer, type Door, expectDone, expectRefusal, unique } from './door.ts'

/** As a console writes it, and unlike any other. */
const protectedName = () => `enc:1:${randomBytes(36).toString('base64')}`

export function pinCalls(door: Door): void {
  const add = (token: string, body: object) => door.call('POST', '/v3/app/carepads', { token, body })
  const list = async (token: string) =>
    (await door.call('GET', '/v3/app/carepads', { token })).body.carepads as {
      carepad_id: string
      carepad_name: string
      encrypted: boolean
    }[]
  const setPin = (token: string, body: object) => door.call('PUT', '/v3/app/users/pin', { token, body })
  const pinCheckOf = async (token: string) =>
    (await door.call('GET', '/v3/app/users/profile', { token })).body.pin_check as string
  const change = (token: string, id: string, body: object) =>
    door.call('PUT', `/v3/app/carepads/${id}`, { token, body })
  const newPad = async (token: string, name = unique('Bed')): Promise<string> => {
    const carepad_id = unique('PIN').replace(' ', '-')
    expectDone(await add(token, { carepad_id, carepad_name: name }))
    return carepad_id
  }
  /** With new names for all carepads of the moment. */
  const protect = async (token: string, pin_check: string, replaces = ''): Promise<CallAnswer> => {
    const pads = await list(token)
    const names = pads.map(({ carepad_id }) => [carepad_id, protectedName()])
    return setPin(token, { pin_check, replaces, names_hash: namesHash(pads), names })
  }

  test('a PIN comes with the names of all carepads; staff read what proves it, who is read-only does not', async () => {
    const owner = await door.person()
    const [deputy, support, readonly] = await Promise.all(
      (['deputy', 'support', 'readonly'] as const).map((role) =>
        door.person({ accountId: owner.accountId, class: role }),
      ),
    )
    await newPad(owner.token)
    await newPad(owner.token)
    expectDone(await protect(owner.token, '1:c2FsdA==:b25l'))
    for (const { token } of [owner, deputy!, support!]) expect(await pinCheckOf(token)).toBe('1:c2FsdA==:b25l')
    expect(await pinCheckOf(readonly!.token)).toBe('')
    const first = await list(readonly!.token)
    expect(first.map(({ encrypted }) => encrypted)).toEqual([true, true])

    expectDone(await protect(owner.token, '1:c2FsdA==:dHdv', '1:c2FsdA==:b25l'))
    const second = await list(owner.token)
    expect(second.map(({ carepad_id }) => carepad_id)).toEqual(first.map(({ carepad_id }) => carepad_id))
    for (const { carepad_name } of first) expect(JSON.stringify(second)).not.toContain(carepad_name)
    for (const { token } of [deputy!, support!, readonly!])
      expectRefusal(await setPin(token, { pin_check: '1:a:b' }), 403001)
  })

  test('a PIN is set wholly or not at all: not where names have changed, one is missing, or another PIN was first', async () => {
    const { token } = await door.person()
    const [one, other] = [await newPad(token), await newPad(token)]
    const before = await list(token)
    const names = [
      [one, protectedName()],
      [other, protectedName()],
    ]
    const body = { pin_check: '1:c2FsdA==:b25l', replaces: '', names_hash: namesHash(before), names }
    const refused = async (given: object, code: number, info: string) => {
      expectRefusal(await setPin(token, { ...body, ...given }), code, info)
      expect(await list(token)).toEqual(before)
      expect(await pinCheckOf(token)).toBe('')
    }
    await refused({ names: names.slice(1) }, 409001, 'names')
    await refused({ names_hash: '0'.repeat(16) }, 409001, 'names')
    await refused({ names_hash: undefined }, 409001, 'names')
    await refused({ replaces: '1:another:PIN' }, 409001, 'pin_check')
    await refused({ names: [...names, [one, 'Bed 1']] }, 400001, 'body.names.2.1')
    await refused({ names: [[one, 'enc:1:AAAA'], ...names] }, 400001, 'body.names.0.1')
    await refused({ pin_check: 'with a space' }, 400001, 'body.pin_check')

    expectDone(await change(token, one, { carepad_name: unique('Bed') }))
    expectRefusal(await setPin(token, body), 409001, 'names')
    const now = { ...body, names_hash: namesHash(await list(token)) }
    expectDone(await setPin(token, now))
    const after = await list(token)
    // The answer was lost, so it is sent again.
    expectDone(await setPin(token, now))
    expect(await list(token)).toEqual(after)
    expectRefusal(await setPin(token, { ...now, pin_check: '1:c2FsdA==:dHdv' }), 409001, 'pin_check')
  })

  test('under a PIN a carepad is named by what that PIN encrypted alone; without one, by plain names alone', async () => {
    const { token } = await door.person()
    const id = await newPad(token)
    const [pin_check, old] = ['1:c2FsdA==:b25l', '1:c2FsdA==:b2xk']
    const named = (given: object) => change(token, id, given)
    expectRefusal(await named({ carepad_name: protectedName(), pin_check }), 409001, 'pin_check')
    expectRefusal(await named({ carepad_name: 'enc:1:me' }), 400001, 'body.carepad_name')
    expectRefusal(await named({ carepad_name: 'enc:anything', reset_name: true }), 400001, 'body.carepad_name')

    expectDone(await protect(token, pin_check))
    const refusals = [
      { carepad_name: 'Bed 7' },
      { carepad_name: 'Bed 7', pin_check },
      { carepad_name: protectedName() },
      { carepad_name: protectedName(), pin_check: old },
    ]
    for (const given of refusals) {
      expectRefusal(await named(given), 409001, 'pin_check')
      expectRefusal(await add(token, { carepad_id: 'another', ...given }), 409001, 'pin_check')
    }
    const renamed = protectedName()
    expectDone(await named({ carepad_name: renamed, pin_check }))
    expectDone(await named({ temperature_unit: 'F' }))
    expect(await list(token)).toMatchObject([{ carepad_name: renamed, encrypted: true }])
    const added = { carepad_id: unique('PIN').replace(' ', '-'), carepad_name: protectedName(), pin_check }
    expect((await add(token, added)).body.carepad).toMatchObject({ carepad_name: added.carepad_name, encrypted: true })
  })

  test('the name of a lost PIN is reset to a plain one, and then another PIN is set', async () => {
    const { token } = await door.person()
    const id = await newPad(token)
    expectDone(await protect(token, '1:c2FsdA==:bG9zdA=='))
    const name = unique('Bed')
    expectDone(await change(token, id, { carepad_name: name, reset_name: true }))
    expect(await list(token)).toMatchObject([{ carepad_name: name, encrypted: false }])
    expectDone(await protect(token, '1:c2FsdA==:bmV3', '1:c2FsdA==:bG9zdA=='))
    expect(await list(token)).toMatchObject([{ encrypted: true }])
  })

  test('where calls tell of what was done, the id stands for a protected name', async () => {
    const { token } = await door.person()
    const plain = unique('Sato')
    const id = await newPad(token, plain)
    expectDone(await protect(token, '1:c2FsdA==:b25l'))
    expectDone(await change(token, id, { carepad_name: protectedName(), pin_check: '1:c2FsdA==:b25l' }))
    expectDone(await door.call('DELETE', `/v3/app/carepads/${id}`, { token }))
    const { activity_logs } = (await door.call('GET', '/v3/app/activity/logs', { token })).body
    const targets = (activity_logs as { action: string; target: string }[])
      .filter(({ action }) => action.includes('carepad'))
      .map(({ action, target }) => [action, target])
    expect(targets).toEqual([
      ['ask_carepad_removal', id],
      ['change_carepad', id],
      ['add_carepad', id],
    ])
  })
}
