/** Reads the outbox as an operator would: what somebody was sent, and the link in it. */
import pg from 'pg'

export interface ReadMail {
  readonly subject: string
  readonly kind: string
  readonly text: string
  readonly html: string
  /** The address in it; '' where it has none. */
  readonly link: string
  /** What the fragment of the link carries; '' where it has none. */
  readonly token: string
}

/**
 * The newest mail to an address that is not sent yet; a mail is there when the call that caused it has answered.
 * `database` is `app.database.address` in server tests, `server.postmaster().address` of a server in a process of its own.
 */
export async function latestMail(database: pg.ClientConfig, email: string): Promise<ReadMail> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{ subject: string; kind: string; body_text: string; body_html: string }>(
      `select subject, kind, body_text, body_html from mails where lower(email) = lower($1) and sent_at_ms is null
       order by created_at_ms desc limit 1`,
      [email],
    )
    const mail = rows[0]
    if (mail === undefined) throw new Error('There is no mail to this address.')
    const link = /^https?:\/\/\S+$/m.exec(mail.body_text)?.[0] ?? ''
    return {
      subject: mail.subject,
      kind: mail.kind,
      text: mail.body_text,
      html: mail.body_html,
      link,
      token: /#token=(.+)$/.exec(link)?.[1] ?? '',
    }
  } finally {
    await client.end()
  }
}
