import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db, address } = app.database
const ALERTS = '/v3/app/users/extrasettings/alerts'

const save = ({ token }: Pick<Person, 'token'>, ...emails: string[]) =>
  call('POST', ALERTS, {
    token,
    body: { contacts: emails.map((email) => ({ email, after_s: 0 })), acknowledge_within_s: 60 },
  })
const agree = (token: string) => call('POST', '/v3/app/users/confirm/contact', { body: { token } })
const preview = (token: string) => call('POST', '/v3/app/users/confirm/preview', { body: { token } })
const mailsTo = async (email: string, kind: string) => {
  const { rows } = await sql`select from mails where email = ${email} and kind = ${kind}`.execute(db)
  return rows.length
}
let number = 0
const outsider = () => `night-${number++}@contacts.example`

test('a new contact confirms by the link of a mail before alarms are sent there; until then the owner gets them', async () => {
  const owner = await given.person()
  const email = outsider()
  expect((await save(owner, email)).body.contacts).toEqual([{ email, after_s: 0, is_confirmed: false }])
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  await eventually(async () => expect(await mailsTo(owner.email, 'alarm')).toBe(1))
  expect(await mailsTo(email, 'alarm')).toBe(0)

  const { token, link } = await latestMail(address, email)
  expect(link).toContain('/confirm-contact#token=')
  expect((await preview(token)).body).toMatchObject({ purpose: 'confirm_contact', email, device_names: [] })
  expect((await agree(token)).body).toMatchObject({ email })
  expect((await agree(token)).body.code).toBe(401102)
  expect((await call('GET', ALERTS, { token: owner.token })).body.contacts).toMatchObject([{ is_confirmed: true }])
  // Saved once more, nobody is asked again.
  await save(owner, email)
  expect(await mailsTo(email, 'confirm_contact')).toBe(1)
  await raised(app, owner.accountId, helpOf('G3-2', 'Sato Kenji', clock.now()))
  await eventually(async () => expect(await mailsTo(email, 'alarm')).toBe(1))
  expect(await mailsTo(owner.email, 'alarm')).toBe(1)
})

test('a change of who is told stands in the security log, and the owner gets a mail that names everybody', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const email = outsider()
  await save(deputy, owner.email, email)
  const { subject, text } = await latestMail(address, owner.email)
  expect(subject).toBe('Who is told of alerts was changed')
  expect(text).toContain(email)
  const { body } = await call('GET', '/v3/app/activity/logs?type=security', { token: owner.token })
  expect(body.activity_logs[0]).toMatchObject({ action: 'change_alert_settings' })
  // In another order, or after other seconds, the same people are told.
  await save(deputy, email, owner.email)
  expect(await mailsTo(owner.email, 'contacts_changed')).toBe(1)
})

test('no visitor sees or changes who is told, how long it rings, or the time zone', async () => {
  const owner = await given.person()
  const visitor = await given.visitor(owner, 'deputy')
  expect((await save({ token: visitor }, outsider())).body.code).toBe(403001)
  expect((await call('GET', ALERTS, { token: visitor })).body.code).toBe(403001)
  for (const user of [{ notification_ring_repeat: true }, { timezone: 'Asia/Tokyo' }]) {
    expect((await call('PUT', '/v3/app/users/profile', { token: visitor, body: { user } })).body.code).toBe(403001)
    expect((await call('PUT', '/v3/app/users/profile', { token: owner.token, body: { user } })).status).toBe(200)
  }
  const locale = await call('PUT', '/v3/app/users/profile', { token: visitor, body: { user: { locale: 'ja-jp' } } })
  expect(locale.body.locale).toBe('ja-jp')
})

test('a contact who was removed can no longer agree, and one who is added again is asked again', async () => {
  const owner = await given.person()
  const email = outsider()
  await save(owner, email)
  const { token } = await latestMail(address, email)
  await save(owner)
  expect((await preview(token)).body.code).toBe(401102)
  expect((await agree(token)).body.code).toBe(401102)
  clock.move(1000)
  await save(owner, email)
  expect((await agree((await latestMail(address, email)).token)).status).toBe(200)
  await save(owner)
  expect((await save(owner, email)).body.contacts).toMatchObject([{ is_confirmed: false }])
})

test('the link is sent again to a contact who has not agreed, to nobody else, and to twenty a day', async () => {
  const owner = await given.person()
  const ask = (email: string) => call('POST', `${ALERTS}/contact`, { token: owner.token, body: { email } })
  const email = outsider()
  expect((await ask(email)).body.code).toBe(404102)
  await save(owner, email, owner.email)
  const first = await latestMail(address, email)
  clock.move(1000)
  expect((await ask(email.toUpperCase())).body).toMatchObject({ mail_sent: true })
  expect((await preview(first.token)).body.code).toBe(401102)
  expect((await ask(owner.email)).body.code).toBe(409001)
  for (let turn = 0; turn < 6; turn++) expect((await save(owner, outsider(), outsider(), outsider())).status).toBe(200)
  expect((await save(owner, outsider())).body.code).toBe(429101)
  // What is refused is not saved, and who is confirmed can be named all the same.
  expect((await save(owner, owner.email)).status).toBe(200)
  const neighbour = await given.person()
  expect((await save(neighbour, outsider())).status).toBe(200)
})
