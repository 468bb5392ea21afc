import { expect, test } from 'vitest'
import { type Door, expectDone, expectRefusal } from './door.ts'

export function activityCalls(door: Door): void {
  const logs = (token: string, query = '') => door.call('GET', `/v3/app/activity/logs${query}`, { token })

  test('what is done is written down, newest first and in pages; the security log has what decides who gets in', async () => {
    const { token } = await door.person()
    expectDone(await door.call('DELETE', '/v3/app/users/customlogo', { token }))
    expectDone(await door.call('PUT', '/v3/app/users/pin', { token, body: { pin_check: '1:a:b' } }))
    const first = await logs(token, '?count=2')
    const actions = ({ body }: typeof first) => body.activity_logs.map(({ action }: { action: string }) => action)
    expect(actions(first)).toEqual(['change_pin', 'change_logo'])
    const next = await logs(token, `?count=2&page_token=${first.body.metadata.next_token}`)
    expect(actions(next)).toEqual(['sign_in'])
    expect(next.body.metadata.next_token).toBeUndefined()
    expect(actions(await logs(token, '?type=security'))).toEqual(['change_pin', 'sign_in'])
    const [{ id }] = (await door.call('GET', '/v3/app/activity/devices', { token })).body.activity_devices
    const own = await door.call('GET', `/v3/app/activity/logs/${id}`, { token })
    expect(actions(own)).toEqual(['change_pin', 'change_logo', 'sign_in'])
    expectRefusal(await door.call('GET', '/v3/app/activity/logs/no-id', { token }), 404102)
  })

  test('other devices are signed out by force, after a fresh proof; the own one and strange ones are not', async () => {
    const owner = await door.person()
    const colleague = await door.person({ accountId: owner.accountId, class: 'deputy' })
    const { token } = owner
    const { activity_devices: devices } = (await door.call('GET', '/v3/app/activity/devices', { token })).body
    expect(devices.map(({ is_current_device }: { is_current_device: boolean }) => is_current_device).sort()).toEqual([
      false,
      true,
    ])
    const body = { session_ids: devices.map(({ id }: { id: string }) => id), mobile_ids: [] }
    const force = () => door.call('POST', '/v3/app/users/forcelogout', { token, body })
    const own = devices.find(({ is_current_device }: { is_current_device: boolean }) => is_current_device)
    expect((await force()).body.failed_list).toEqual([own.id])
    expectRefusal(await door.call('GET', '/v3/app/users/profile', { token: colleague.token }), 401001)
    await door.letProofAge(owner)
    expectRefusal(await force(), 412001, 'reauth')
  })
}
