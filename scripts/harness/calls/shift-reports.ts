import { expect, test } from 'vitest'
import { eventually } from '../given.ts'
import { type Door, expectDone, expectRefusal } from './door.ts'

const REPORTS = '/v3/app/shiftreports'
const TIMER = '/v3/app/users/extrasettings/shifttimer'

export function shiftReportCalls(door: Door): void {
  const get = (token: string, path: string) => door.call('GET', path, { token })
  const create = async (token: string, notes = '') =>
    (await door.call('POST', REPORTS, { token, body: { notes } })).body.shift_reports[0]
  const whenMade = (token: string, report_id: string) =>
    eventually(async () => {
      const { body } = await get(token, `${REPORTS}/${report_id}`)
      expect(body.shift_report.state).toBe('success')
      return body
    })

  test('times are saved in the order of the day, each with the name of its shift', async () => {
    const { token } = await door.person()
    const none = { shift_report_timer: [], shift_names: [] }
    expect((await get(token, TIMER)).body).toMatchObject(none)
    const body = { shift_report_timer: ['16:00', '00:00', '08:00'], shift_names: ['Day', '', 'Night'] }
    const saved = { shift_report_timer: ['00:00', '08:00', '16:00'], shift_names: ['', 'Night', 'Day'] }
    expect((await door.call('POST', TIMER, { token, body })).body).toMatchObject(saved)
    expect((await get(token, TIMER)).body).toMatchObject(saved)
    const unnamed = { shift_report_timer: ['07:30'] }
    expect((await door.call('POST', TIMER, { token, body: unnamed })).body).toMatchObject({
      ...{ shift_report_timer: ['07:30'], shift_names: [''] },
    })
    expect((await get((await door.person()).token, TIMER)).body).toMatchObject(none)
  })

  test.each([
    [['24:00'], undefined, 'body.shift_report_timer.0'],
    [['8:00'], undefined, 'body.shift_report_timer.0'],
    [['08:00', '08:00'], undefined, 'body.shift_report_timer'],
    [['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '23:00'], undefined, 'body.shift_report_timer'],
    [['08:00'], ['Night', 'Day'], 'body.shift_names'],
  ])('the times %j named %j are refused', async (shift_report_timer, shift_names, info) => {
    const { token } = await door.person()
    const body = { shift_report_timer, ...(shift_names !== undefined && { shift_names }) }
    expectRefusal(await door.call('POST', TIMER, { token, body }), 400001, info)
  })

  test('a report is made by hand, stands first in the list, and is read with what it holds', async () => {
    const { token, accountId } = await door.person()
    const device_id = await door.tracker(accountId, { name: 'Ito Haru' })
    const { report_id } = await create(token, 'A quiet night')
    const second = await create(token)
    const { shift_reports } = (await get(token, REPORTS)).body
    expect(shift_reports.map((report: { report_id: string }) => report.report_id)).toEqual([
      second.report_id,
      report_id,
    ])
    const { shift_report, content } = await whenMade(token, report_id)
    expect(shift_report).toMatchObject({ creator: 'Mori Yuki', notes: 'A quiet night', read_by: [] })
    expect(shift_report.pdf_url).toBe(`${REPORTS}/${report_id}/pdf`)
    expect(content.devices).toMatchObject([{ device_id, name: 'Ito Haru', status: 'offline', battery: null }])
    const { base64 } = (await get(token, shift_report.pdf_url)).body
    expect(atob(base64)).toMatch(/^%PDF-/)
  })

  test('who takes over confirms by name, once, and others beside', async () => {
    const { token, accountId } = await door.person()
    const support = await door.person({ accountId, class: 'support' })
    const { report_id } = await create(token)
    await whenMade(token, report_id)
    const confirm = async (caller: { token: string }, body: object) =>
      (await door.call('POST', `${REPORTS}/${report_id}/handover`, { token: caller.token, body })).body.shift_report
    const first = await confirm(support, { name: 'Lin Wei' })
    expect(first.read_by).toMatchObject([{ name: 'Lin Wei', session_name: 'Mori Yuki' }])
    expect((await confirm(support, { name: 'Lin Wei' })).read_by).toEqual(first.read_by)
    const both = await confirm({ token }, {})
    expect(both.read_by.map(({ name }: { name: string }) => name)).toEqual(['Lin Wei', 'Mori Yuki'])
  })

  test('a report that succeeded stays as it is; one that is not there is refused', async () => {
    const { token } = await door.person()
    const stranger = await door.person()
    const { report_id } = await create(token)
    const before = await whenMade(token, report_id)
    expectDone(await door.call('POST', `${REPORTS}/${report_id}/retry`, { token }))
    expect((await get(token, `${REPORTS}/${report_id}`)).body).toEqual(before)
    const ids = [[stranger.token, report_id] as const, [token, 'no-id'] as const, [token, crypto.randomUUID()] as const]
    for (const [caller, id] of ids) {
      expectRefusal(await get(caller, `${REPORTS}/${id}`), 404102)
      expectRefusal(await get(caller, `${REPORTS}/${id}/pdf`), 404102)
      for (const deed of ['retry', 'handover'])
        expectRefusal(await door.call('POST', `${REPORTS}/${id}/${deed}`, { token: caller, body: {} }), 404102)
    }
    expect((await get(stranger.token, REPORTS)).body.shift_reports).toEqual([])
  })
}
