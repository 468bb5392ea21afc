/** Hands mails to the operator's mail server. Source: security rules 26, 27. */
import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../../platform/smtp-settings.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type PostOutcome =
  | { readonly sent: true }
  | {
      readonly sent: false
      readonly fault: string
      /** Of the protocol; it holds nothing of the mail. */
      readonly code: string
      /** It will not pass by trying again. */
      readonly isFinal: boolean
      /** The mail server fell silent in the midst of it, perhaps as it had taken the mail. */
      readonly mayBeSent: boolean
    }

/** As nodemailer throws it. */
type SmtpError = Error & { readonly code?: string; readonly responseCode?: number; readonly timeoutType?: string }

export interface Post {
  /** Never rejects. */
  send(mail: OutgoingMail): Promise<PostOutcome>
  close(): void
}

/**
 * Certificates are checked. A password is sent to this machine itself or under TLS only. A mail server that says nothing
 * for `silenceMs` is away.
 */
export function createPost(smtp: SmtpSettings, silenceMs: number): Post {
  const { user, password } = smtp
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: !smtp.secure && user !== undefined && !LOOPBACK.test(smtp.host),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = smtp.from.address.slice(smtp.from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from: smtp.from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (error) {
        const { message, code = 'EMAIL', responseCode, timeoutType } = error as SmtpError
        const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
        return {
          sent: false,
          fault: password ? message.replaceAll(password, '***') : message,
          code: responseCode === undefined ? code : `${code} ${responseCode}`,
          // The mail itself was refused for good; a wrong password, say, is the operator's to mend.
          isFinal: isRefused && (responseCode === undefined || responseCode >= 500),
          mayBeSent: timeoutType === 'SOCKET_TIMEOUT',
        }
      }
    },
    close: () => transport.close(),
  }
}
