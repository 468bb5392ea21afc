import { request } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

test('the demo shows its mails with their links, and no value of them as markup', async () => {
  const app = await testApp({ demo: true })
  const { call, database, origin } = app
  const person = await makeGiven(app).person()
  expect((await call('GET', '/dev/mail')).body).toContain('No mail yet.')
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  const { link } = await latestMail(database.address, person.email)
  await sql`update mails set subject = '<script>alert(1)</script>', email = '"><img src=x>@example.com'`.execute(
    database.db,
  )
  const page = await call('GET', '/dev/mail')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.body).toContain(`<a href="${link}">`)
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page.body).not.toMatch(/<script|<img/)
  // A name of another site that leads here reads nothing.
  const foreign = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(`${origin}/dev/mail`, { headers: { host: 'evil.example' } }, (response) => {
      const parts: string[] = []
      response.on('data', (part) => parts.push(String(part)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: parts.join('') }))
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(foreign.text).not.toContain('#token=')
})

test('a server that is no demo shows no mails', async () => {
  const app = await testApp()
  const { call } = app
  const person = await makeGiven(app).person()
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  expect((await call('GET', '/dev/mail')).body).not.toContain(person.email)
})
