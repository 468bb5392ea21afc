import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'
import { systemRandom } from '../../platform/clock.ts'
import { LIMITS } from '../../platform/http/limits.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { readSettings } from '../../platform/settings.ts'
import { Outbox } from './outbox.ts'
import { createPost, type OutgoingMail, type PostOutcome } from './smtp.ts'

/** A server without SMTP, for tests that bring their own outbox. */
const bare = await testApp()

/** One with SMTP, for tests that need no other setting. Where there is no `mailServer` on its port, none answers. */
const smtpPort = await freePort()
const mailing = await testApp({
  env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SMTP_FROM: '見守り <care@care.example>' },
})

/** The server as it begins: with nothing to send. */
async function noMails(app: TestApp): Promise<TestApp> {
  await sql`delete from mails`.execute(app.database.db)
  return app
}

interface MailServer {
  readonly port: number
  readonly received: Email[]
  readonly users: string[]
}

/** A mail server on loopback that keeps what it is given. */
async function mailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: Email[] = []
  const users: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (password !== 'a mail password') return done(new Error('Invalid password'))
      users.push(String(username))
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () =>
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push(mail)
          done()
        }, done),
      )
    },
    ...options,
  })
  // A client that trusts no certificate hangs up in the midst of the handshake.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
  return { port: (server.server.address() as { port: number }).port, received, users }
}

const signUp = ({ call }: TestApp, user: object) =>
  call('POST', '/v3/app/users/signup', { body: { user: { password: PASSWORD, fullname: 'Sato Ren', ...user } } })

interface MailRow {
  readonly sent_at_ms: number | null
  readonly next_try_at_ms: number | null
  readonly tries: number
  readonly fault: string
  readonly body_text: string
  readonly body_html: string
}

async function rowTo(db: Db, email: string): Promise<MailRow> {
  const { rows } = await sql<MailRow>`select * from mails where email = ${email}`.execute(db)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

test.each([
  ['en-us', 'Verify your email address', 'The link works once, within 24 hours.', 'en'],
  ['zh-tw', '請驗證你的電子郵件', '此連結限用一次，24 小時內有效。', 'zh-Hant'],
  ['ja-jp', 'メールアドレスの確認', 'リンクは24時間以内に1回だけ使えます。', 'ja'],
])(
  'a mail in %s goes out at once, as plain text and HTML, and leaves no token behind',
  async (locale, subject, sentence, lang) => {
    const smtp = await mailServer({}, smtpPort)
    const app = await noMails(mailing)
    const email = `sato.ren+床${lang}@example.com`
    expect((await signUp(app, { email, locale })).status).toBe(200)
    const mail = await eventually(async () => {
      expect(smtp.received).toHaveLength(1)
      return smtp.received[0]!
    })
    expect(mail.subject).toBe(subject)
    expect(mail.from).toMatchObject({ name: '見守り', address: 'care@care.example' })
    expect(mail.to).toEqual([{ name: '', address: email }])
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    const [link = '', token = ''] = /http:\/\/127\.0\.0\.1:\d+\/verify-email#token=(\S+)/.exec(mail.text ?? '') ?? []
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(sentence)
      expect(body).toContain(email)
      expect(body).toContain(link)
    }
    expect(mail.html).toContain(`<html lang="${lang}">`)
    await eventually(async () => {
      const row = await rowTo(app.database.db, email)
      expect(row).toMatchObject({ body_text: '', body_html: '', next_try_at_ms: null, tries: 1, fault: '' })
      expect(row.sent_at_ms).not.toBeNull()
    })
    expect((await app.call('POST', '/v3/app/users/confirm', { body: { token } })).status).toBe(200)
  },
)

test('without SMTP a mail stays in the outbox with its link', async () => {
  const app = await noMails(bare)
  await signUp(app, { email: 'sato@example.com', locale: 'en-us' })
  expect((await latestMail(app.database.address, 'sato@example.com')).link).toContain('/verify-email#token=')
  expect(await rowTo(app.database.db, 'sato@example.com')).toMatchObject({ tries: 0, sent_at_ms: null })
})

test('a mail that meets no mail server is tried again, later each time, and arrives once when there is one', async () => {
  const app = await noMails(mailing)
  app.clock.hold()
  await signUp(app, { email: 'sato1@example.com', locale: 'en-us' })
  const row = () => rowTo(app.database.db, 'sato1@example.com')
  let waitMs = 0
  const untilNextTry = () => app.clock.move(waitMs + 1)
  for (const [index, wait] of [5_000, 15_000, 45_000].entries()) {
    if (index > 0) untilNextTry()
    app.running.app.outbox.wake()
    waitMs = await eventually(async () => {
      const { next_try_at_ms, ...found } = await row()
      expect(found).toMatchObject({ tries: index + 1, fault: expect.stringContaining('ECONNREFUSED') })
      const left = next_try_at_ms! - app.clock.now()
      // While it is tried it is taken for half a minute.
      expect(left).toBeGreaterThanOrEqual(wait * 0.8)
      expect(left).toBeLessThanOrEqual(wait)
      return left
    })
  }
  const smtp = await mailServer({}, smtpPort)
  untilNextTry()
  app.running.app.outbox.wake()
  await eventually(async () => expect(await row()).toMatchObject({ tries: 4, sent_at_ms: expect.any(Number) }))
  expect(smtp.received).toHaveLength(1)
  expect((await row()).next_try_at_ms).toBeNull()
})

test('a clock that is set back does not keep a mail waiting until it is there again', async () => {
  const port = await freePort()
  const app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  app.clock.hold()
  await signUp(app, { email: 'sato@example.com', locale: 'en-us' })
  const row = () => rowTo(app.database.db, 'sato@example.com')
  await eventually(async () => expect((await row()).fault).toContain('ECONNREFUSED'))
  const smtp = await mailServer({}, port)
  app.clock.set(-43_200_000)
  app.running.app.outbox.wake()
  await eventually(async () => expect(await row()).toMatchObject({ tries: 2, sent_at_ms: expect.any(Number) }))
  expect(smtp.received).toHaveLength(1)
})

test('a mail of an alarm that a clock put off before it was set back by minutes goes out at once', async () => {
  const port = await freePort()
  const app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  app.clock.hold()
  await queue(app.database.db, 'alarm', { kind: 'alarm', count: 1, createdAtMs: app.clock.now() })
  const row = () => rowTo(app.database.db, 'alarm0@example.com')
  app.running.app.outbox.wake()
  await eventually(async () => expect((await row()).fault).toContain('ECONNREFUSED'))
  await mailServer({}, port)
  app.clock.set(-180_000)
  app.running.app.outbox.wake()
  await eventually(async () => expect(await row()).toMatchObject({ tries: 2, sent_at_ms: expect.any(Number) }))
})

test('a mail of an alarm is tried each minute for as long as it is of use, and goes out once there is a mail server', async () => {
  const app = await noMails(mailing)
  const { clock, database, running } = app
  const row = (name: string) => rowTo(database.db, `${name}0@example.com`)
  const [day, hour] = [86_400_000, 3_600_000]
  await queue(database.db, 'late', { kind: 'alarm', count: 1, createdAtMs: clock.now() - day + hour, tries: 2_000 })
  await queue(database.db, 'over', { kind: 'alarm', count: 1, createdAtMs: clock.now() - day + 40_000, tries: 2_000 })
  running.app.outbox.wake()
  for (const name of ['late', 'over'])
    await eventually(async () => expect((await row(name)).fault).toContain('ECONNREFUSED'))
  const waitMs = (await row('late')).next_try_at_ms! - clock.now()
  expect(waitMs).toBeGreaterThan(40_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
  expect(await row('over')).toMatchObject({ tries: 2_001, next_try_at_ms: null })
  const smtp = await mailServer({}, smtpPort)
  clock.move(60_000)
  running.app.outbox.wake()
  await eventually(async () => expect(await row('late')).toMatchObject({ sent_at_ms: expect.any(Number) }))
  expect(smtp.received.map(({ to }) => to?.[0]?.address)).toEqual(['late0@example.com'])
})

test('a mail of an alarm that a slow mail server may have taken each time is not sent each minute', async () => {
  const app = await noMails(bare)
  const { clock, database } = app
  await queue(database.db, 'slow', { kind: 'alarm', count: 1, createdAtMs: clock.now(), tries: 4 })
  const { outbox, asked, finish } = slowOutbox(app)
  outbox.wake()
  await eventually(async () => expect(asked).toHaveLength(1))
  asked[0]!.answer({ sent: false, fault: 'Timeout', code: 'ETIMEDOUT', isFinal: false, mayBeSent: true })
  const row = () => rowTo(database.db, 'slow0@example.com')
  await eventually(async () => expect((await row()).fault).toContain('Timeout'))
  const { next_try_at_ms } = await row()
  expect(next_try_at_ms! - clock.now()).toBeGreaterThan(300_000)
  // Nor is it taken for one that a clock put off which was set back since.
  await queue(database.db, 'other', { kind: 'alarm', count: 1, createdAtMs: clock.now() })
  outbox.wake()
  await eventually(async () => expect((await rowTo(database.db, 'other0@example.com')).tries).toBe(1))
  expect(await row()).toMatchObject({ tries: 5, next_try_at_ms })
  await finish()
})

test('a mail server that falls silent after it was given a mail may have taken it', async () => {
  const smtp = await mailServer({ onData: (stream) => void stream.resume() })
  const { smtp: settings } = readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  const post = createPost(settings!, 250)
  onTestFinished(() => post.close())
  const mail = { id: '1', to: 'slow@example.com', subject: 'Help', text: 'Help', html: '<p>Help</p>' }
  // A machine that is busy may fall silent itself before the mail is given.
  await eventually(async () =>
    expect(await post.send(mail)).toMatchObject({
      ...{ sent: false, isFinal: false, mayBeSent: true, fault: expect.stringContaining('Timeout') },
    }),
  )
})

test('a call that fails sends nothing', async () => {
  const smtp = await mailServer({}, smtpPort)
  const app = await noMails(mailing)
  const user = { email: 'sato3@example.com', locale: 'en-us' }
  const answers = await Promise.all([signUp(app, user), signUp(app, user)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  await eventually(async () => expect((await rowTo(app.database.db, user.email)).sent_at_ms).not.toBeNull())
  expect(smtp.received).toHaveLength(1)
})

test('servers that share one outbox send each mail once', async () => {
  const smtp = await mailServer()
  const app = await noMails(bare)
  const { db } = app.database
  await queue(db, 'many', { kind: 'invitation', count: 23, createdAtMs: app.clock.now() })
  const { smtp: settings } = readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  const outboxes = Array.from(
    { length: 3 },
    () =>
      new Outbox({
        db,
        clock: app.clock,
        random: systemRandom,
        log: quietLog,
        post: createPost(settings!, LIMITS.mailServerSilenceMs),
      }),
  )
  for (const outbox of outboxes) outbox.wake()
  await eventually(async () => {
    const { rows } = await sql`select from mails where sent_at_ms is null`.execute(db)
    expect(rows).toHaveLength(0)
  })
  for (const outbox of outboxes) await outbox.close()
  const receivers = smtp.received.map(({ to }) => to?.[0]?.address)
  expect(receivers).toHaveLength(23)
  expect(new Set(receivers).size).toBe(23)
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(23)
})

/** A server's outbox whose mails are with the mail server for as long as the test likes. */
function slowOutbox({ database: { db }, clock }: TestApp) {
  const asked: { readonly mail: OutgoingMail; readonly answer: (outcome: PostOutcome) => void }[] = []
  let isSlow = true
  const send = (mail: OutgoingMail) =>
    new Promise<PostOutcome>((answer) => {
      asked.push({ mail, answer })
      if (!isSlow) answer({ sent: true })
    })
  const outbox = new Outbox({ db, clock, random: systemRandom, log: quietLog, post: { send, close() {} } })
  /** The mail server takes all it has, and all that it is given yet. */
  const finish = () => {
    isSlow = false
    for (const { answer } of asked) answer({ sent: true })
    return outbox.close()
  }
  return { outbox, asked, finish }
}

test('mails taken by a server that died are sent half a minute later', async () => {
  const smtp = await mailServer()
  const app = await noMails(bare)
  const { db } = app.database
  await queue(db, 'invited', { kind: 'invitation', count: 1, createdAtMs: app.clock.now() })
  const dead = slowOutbox(app)
  dead.outbox.wake()
  await eventually(async () => expect(dead.asked).toHaveLength(1))
  // It looks after nothing any more.
  const closed = dead.outbox.close()
  const { smtp: settings } = readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  const outbox = new Outbox({
    db,
    clock: app.clock,
    random: systemRandom,
    log: quietLog,
    post: createPost(settings!, LIMITS.mailServerSilenceMs),
  })
  app.clock.move(30_001)
  outbox.wake()
  await eventually(async () => expect((await rowTo(db, 'invited0@example.com')).sent_at_ms).not.toBeNull())
  await outbox.close()
  await Promise.all([dead.finish(), closed])
})

test('a mail that takes longer to send than it is taken for is left to who sends it', async () => {
  const app = await noMails(bare)
  const { db } = app.database
  await queue(db, 'invited', { kind: 'invitation', count: 1, createdAtMs: app.clock.now() })
  const [slow, other] = [slowOutbox(app), slowOutbox(app)]
  slow.outbox.wake()
  await eventually(async () => expect(slow.asked).toHaveLength(1))
  for (const _look of [1, 2, 3]) {
    app.clock.move(20_000)
    slow.outbox.wake()
    await eventually(async () => {
      expect((await rowTo(db, 'invited0@example.com')).next_try_at_ms).toBeGreaterThan(app.clock.now() + 20_000)
    })
    other.outbox.wake()
  }
  await Promise.all([slow.finish(), other.finish()])
  expect(await rowTo(db, 'invited0@example.com')).toMatchObject({ tries: 1, sent_at_ms: expect.any(Number) })
  expect([slow.asked.length, other.asked.length]).toEqual([1, 0])
})

test('a mail that was sent while the database could not take that down is kept, and does not go out twice', async () => {
  const smtp = await mailServer({}, smtpPort)
  const app = await noMails(mailing)
  const { db, ownerPool } = app.database
  await ownerPool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
    create trigger refuse before update of sent_at_ms on mails execute function refuse()`)
  await signUp(app, { email: 'sato4@example.com', locale: 'en-us' })
  await eventually(async () => expect(smtp.received).toHaveLength(1))
  const other = slowOutbox(app)
  for (const _look of [1, 2, 3]) {
    app.clock.move(20_000)
    app.running.app.outbox.wake()
    await eventually(async () => {
      expect((await rowTo(db, 'sato4@example.com')).next_try_at_ms).toBeGreaterThan(app.clock.now() + 20_000)
    })
    other.outbox.wake()
  }
  await other.finish()
  await ownerPool.query('drop trigger refuse on mails; drop function refuse')
  await eventually(async () => expect((await rowTo(db, 'sato4@example.com')).sent_at_ms).not.toBeNull())
  expect((await rowTo(db, 'sato4@example.com')).tries).toBe(1)
  expect([smtp.received.length, other.asked.length]).toEqual([1, 0])
})

test('an outbox that stops waits for no database that cannot take down what was sent', async () => {
  const app = await noMails(bare)
  const { db, ownerPool } = app.database
  await queue(db, 'invited', { kind: 'invitation', count: 1, createdAtMs: app.clock.now() })
  await ownerPool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
    create trigger refuse before update of sent_at_ms on mails execute function refuse()`)
  const { outbox, asked, finish } = slowOutbox(app)
  outbox.wake()
  await eventually(async () => expect(asked).toHaveLength(1))
  await finish()
  expect((await rowTo(db, 'invited0@example.com')).sent_at_ms).toBeNull()
  await ownerPool.query('drop trigger refuse on mails; drop function refuse')
})

interface Queued {
  readonly kind: 'alarm' | 'invitation'
  readonly count: number
  /** Of the first; each of the others was written a second before the one that stands before it. */
  readonly createdAtMs: number
  readonly tries?: number
}

/** Writes mails that are due to `<to>0@…`, `<to>1@…` and so on. */
const queue = (db: Db, to: string, { kind, count, createdAtMs, tries = 0 }: Queued) =>
  sql`insert into mails (id, email, kind, subject, body_text, body_html, created_at_ms, next_try_at_ms, tries)
    select gen_random_uuid(), ${to} || number || '@example.com', ${kind}, 'Subject', 'text', '<p>html</p>', written, written,
      ${tries}
    from (select number, ${createdAtMs}::bigint - number * 1000 as written from generate_series(0, ${count - 1}) as number)
      as mails`.execute(db)

test('however slow the mail server is with other mails, that of an alarm does not wait for them', async () => {
  // Longer than the test: nothing is given up.
  const limits = { mailServerSilenceMs: 3_600_000 }
  const held: (() => void)[] = []
  const smtp = await mailServer({
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('slow')) held.push(done)
      else done()
    },
  })
  const app = await testApp({ limits, env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } })
  const { db } = app.database
  const owner = await makeGiven(app).person()
  await queue(db, 'slow', { kind: 'invitation', count: 300, createdAtMs: app.clock.now() })
  app.running.app.outbox.wake()
  await eventually(async () => expect(held).toHaveLength(5))
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito', app.clock.now()))
  await eventually(async () => expect(smtp.received.map(({ to }) => to?.[0]?.address)).toEqual([owner.email]))
  await sql`delete from mails`.execute(db)
  for (const goOn of held) goOn()
})

test('after an outage alarms go out before all else, the newest first, and what failed often behind what is as new', async () => {
  const app = await noMails(bare)
  const { db } = app.database
  const now = app.clock.now()
  await queue(db, 'other', { kind: 'invitation', count: 300, createdAtMs: now - 600_000 })
  await queue(db, 'again', { kind: 'alarm', count: 10, createdAtMs: now, tries: 3 })
  await queue(db, 'alarm', { kind: 'alarm', count: 40, createdAtMs: now })
  const { outbox, asked, finish } = slowOutbox(app)
  const order = () => asked.map(({ mail }) => mail.to.split('@')[0]!)
  outbox.wake()
  for (let answered = 0; answered < 70; answered += 1) {
    await eventually(async () => expect(asked.length).toBeGreaterThan(answered))
    asked[answered]!.answer({ sent: true })
  }
  // Those that are taken at once come in any order.
  for (let index = 0; index < 40; index += 1) expect(order().indexOf(`alarm${index}`)).toBeLessThan(index + 8)
  for (let index = 0; index < 10; index += 1) expect(order().indexOf(`again${index}`)).toBeGreaterThan(32)
  expect(order().slice(50).join()).not.toMatch(/alarm|again/)
  expect(order().slice(0, 50).join()).not.toContain('other')
  await finish()
})

test('however many mails of alarms wait, a mail server that is away is asked eight times a look, and all go out after it', async () => {
  const app = await noMails(bare)
  const { db } = app.database
  await queue(db, 'alarm', { kind: 'alarm', count: 60, createdAtMs: app.clock.now() })
  const { outbox, asked, finish } = slowOutbox(app)
  const refusal: PostOutcome = {
    sent: false,
    fault: 'connect ECONNREFUSED',
    code: 'ESOCKET',
    isFinal: false,
    mayBeSent: false,
  }
  for (const look of [1, 2, 3]) {
    outbox.wake()
    await eventually(async () => expect(asked).toHaveLength(8 * look))
    for (const { answer } of asked.slice(-8)) answer(refusal)
    await eventually(async () => {
      const { rows } = await sql`select from mails where fault <> ''`.execute(db)
      expect(rows).toHaveLength(8 * look)
    })
    expect(asked).toHaveLength(8 * look)
  }
  app.clock.move(60_000)
  outbox.wake()
  for (let answered = 24; answered < 84; answered += 1) {
    await eventually(async () => expect(asked.length).toBeGreaterThan(answered))
    asked[answered]!.answer({ sent: true })
  }
  await finish()
  const { rows } = await sql`select from mails where sent_at_ms is null`.execute(db)
  expect(rows).toHaveLength(0)
})

test('a mail of alarms that people answered for before it could go out is not sent any more, and the outbox says why', async () => {
  const port = await freePort()
  const app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { call, clock, database } = app
  const given = makeGiven(app)
  const row = (email: string) => rowTo(database.db, email)
  const mailed = async (names: readonly string[]) => {
    const { accountId, email, token } = await given.person()
    const ids = await raised(app, accountId, ...names.map((name) => helpOf(`G3-${name}`, name, clock.now())))
    await eventually(async () => expect((await row(email)).fault).toContain('ECONNREFUSED'))
    return { email, answer: () => call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids: [ids[0]] } }) }
  }
  const [one, two] = [await mailed(['Ito']), await mailed(['Sato', 'Mori'])]
  for (const { answer } of [one, two]) expect((await answer()).body.alarms).toHaveLength(1)
  const { tries } = await row(one.email)
  const smtp = await mailServer({}, port)
  clock.move(120_000)
  app.running.app.outbox.wake()
  // Nobody has answered for the second of its alarms.
  await eventually(async () => expect(await row(two.email)).toMatchObject({ sent_at_ms: expect.any(Number) }))
  const fault = 'Not sent: by then people had answered for all its alarms, or seen them.'
  await eventually(async () =>
    expect(await row(one.email)).toMatchObject({
      ...{ tries, sent_at_ms: null, next_try_at_ms: null, body_text: '', body_html: '', fault },
    }),
  )
  expect(smtp.received.map(({ to }) => to?.[0]?.address)).toEqual([two.email])
})

test('a mail of alarms goes out where nobody can tell whether people answered for them', async () => {
  const port = await freePort()
  const app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { clock, database, running } = app
  const { accountId, email } = await makeGiven(app).person()
  await raised(app, accountId, helpOf('G3-1', 'Ito', clock.now()))
  await eventually(async () => expect((await rowTo(database.db, email)).fault).toContain('ECONNREFUSED'))
  const smtp = await mailServer({}, port)
  await database.ownerPool.query('alter table alarms rename to elsewhere')
  clock.move(60_000)
  running.app.outbox.wake()
  await eventually(async () => expect((await rowTo(database.db, email)).sent_at_ms).not.toBeNull())
  await database.ownerPool.query('alter table elsewhere rename to alarms')
  expect(smtp.received).toHaveLength(1)
})

test('an address the mail server refuses for good is given up at once, and the others go on', async () => {
  await mailServer(
    {
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('gone') ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null)
      },
    },
    smtpPort,
  )
  const app = await noMails(mailing)
  await signUp(app, { email: 'gone@example.com', locale: 'en-us' })
  await signUp(app, { email: 'here@example.com', locale: 'en-us' })
  await eventually(async () => {
    expect(await rowTo(app.database.db, 'gone@example.com')).toMatchObject({
      next_try_at_ms: null,
      sent_at_ms: null,
      tries: 1,
    })
    expect((await rowTo(app.database.db, 'here@example.com')).sent_at_ms).not.toBeNull()
  })
})

test('the password of SMTP_URL opens the mail server; a wrong one appears in no error', async () => {
  const smtp = await mailServer({ authOptional: false, allowInsecureAuth: true })
  const right = await testApp({
    env: { SMTP_URL: `smtp://care%40care.example:a%20mail%20password@127.0.0.1:${smtp.port}` },
  })
  await signUp(right, { email: 'sato@example.com', locale: 'en-us' })
  await eventually(async () => expect(smtp.received).toHaveLength(1))
  expect(smtp.users).toEqual(['care@care.example'])
  const wrong = await testApp({ env: { SMTP_URL: `smtp://care:not-the-one@127.0.0.1:${smtp.port}` } })
  await signUp(wrong, { email: 'sato@example.com', locale: 'en-us' })
  const { fault, next_try_at_ms } = await eventually(async () => {
    const row = await rowTo(wrong.database.db, 'sato@example.com')
    expect(row.fault).toContain('Invalid login')
    return row
  })
  expect(fault).not.toContain('not-the-one')
  // It is the operator's to mend, so the mail waits.
  expect(next_try_at_ms).not.toBeNull()
})

test.each([
  ['from the first byte', 'smtps', { secure: true }],
  ['when the mail server offers it', 'smtp', { disabledCommands: [] }],
])('a certificate nobody vouches for is not believed: TLS %s', async (_when, protocol, options) => {
  const smtp = await mailServer(options)
  const app = await testApp({ env: { SMTP_URL: `${protocol}://127.0.0.1:${smtp.port}` } })
  await signUp(app, { email: 'sato@example.com', locale: 'en-us' })
  await eventually(async () => {
    expect((await rowTo(app.database.db, 'sato@example.com')).fault).toMatch(/certificate|self.signed|altname/i)
  })
  expect(smtp.received).toEqual([])
})

test('a mail server that says nothing keeps no call waiting, and is left after five seconds', async () => {
  expect(LIMITS.mailServerSilenceMs).toBe(5000)
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const SMTP_URL = `smtp://127.0.0.1:${(silent.address() as { port: number }).port}`
  const app = await testApp({ env: { SMTP_URL }, limits: { mailServerSilenceMs: 100_000 } })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    silent.close()
    hangUp()
  })
  await signUp(app, { email: 'sato@example.com', locale: 'en-us' })
  expect((await rowTo(app.database.db, 'sato@example.com')).fault).toBe('')
  const post = createPost(readSettings({ SMTP_URL }).smtp!, 250)
  onTestFinished(() => post.close())
  const mail = { id: '1', to: 'sato@example.com', subject: 'Help', text: 'Help', html: '<p>Help</p>' }
  expect(await post.send(mail)).toMatchObject({ sent: false, fault: expect.stringMatching(/greeting|timeout/i) })
})

test('a mail that is older than its link, or tells an alarm of a day ago, is not sent any more', async () => {
  const smtp = await mailServer()
  const app = await noMails(bare)
  const { db } = app.database
  await queue(db, 'sato', { kind: 'invitation', count: 1, createdAtMs: app.clock.now() })
  await queue(db, 'alarm', { kind: 'alarm', count: 1, createdAtMs: app.clock.now() })
  app.clock.move(86_400_001)
  await queue(db, 'ito', { kind: 'invitation', count: 1, createdAtMs: app.clock.now() })
  const { smtp: settings } = readSettings({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  const outbox = new Outbox({
    db,
    clock: app.clock,
    random: systemRandom,
    log: quietLog,
    post: createPost(settings!, LIMITS.mailServerSilenceMs),
  })
  outbox.wake()
  await eventually(async () => expect((await rowTo(db, 'ito0@example.com')).sent_at_ms).not.toBeNull())
  await outbox.close()
  expect(smtp.received.map(({ to }) => to?.[0]?.address)).toEqual(['ito0@example.com'])
})

test('logs hold no address, name, password or token, whether mails go out or not (rule 33)', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const smtp = await mailServer({
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? Object.assign(new Error(`No ${address} here`), { responseCode: 450 }) : null)
    },
  })
  const app = await testApp({ log, env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } })
  const person = await makeGiven(app).person()
  const { call } = app
  const planted = ['Plantedname', 'planted-address', 'planted password', 'planted-token', person.token, person.email]
  const user = { fullname: 'Plantedname', password: 'planted password 1', locale: 'en-us' }
  for (const email of ['planted-address@example.com', 'refused-planted-address@example.com']) {
    expect((await signUp(app, { ...user, email })).status).toBe(200)
  }
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: 'planted-address@example.com' } } })
  await call('POST', '/v3/app/users/confirm', { body: { token: 'planted-token' } })
  await call('POST', '/v3/app/users/email', {
    token: person.token,
    body: { user: { email: 'planted-address2@example.com' } },
  })
  await call('DELETE', '/v3/app/users/profile', { token: person.token, body: { user: { email: person.email } } })
  await eventually(async () => {
    expect(smtp.received.length).toBe(4)
    expect((await rowTo(app.database.db, 'refused-planted-address@example.com')).fault).not.toBe('')
  })
  const tokens = smtp.received.flatMap(({ text }) => /#token=(\S+)/.exec(text ?? '')?.[1] ?? [])
  expect(tokens).toHaveLength(3)
  const removal = smtp.received.find(({ text }) => text?.includes('/delete-account#'))
  const token = /#token=(\S+)/.exec(removal?.text ?? '')?.[1]
  expect((await call('POST', '/v3/app/users/confirm/remove', { body: { token } })).status).toBe(200)
  const written = lines.join('')
  expect(written).toContain('Sent a mail')
  expect(written).toContain('Failed to send a mail; retrying')
  expect(written).toContain('Account deleted')
  for (const value of [...planted, ...tokens]) expect(written).not.toContain(value)
})

/** A port where nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
