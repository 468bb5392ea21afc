/** The operator's mail server, as SMTP_URL and SMTP_FROM name it. */
import { z } from 'zod'
import { isEncoded } from './url-part.ts'

/** Holds a password: never log it. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise the mail server may ask for it. */
  readonly secure: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** Who mails come from. */
  readonly from: { readonly name: string; readonly address: string }
}

const ADDRESS = /^[^\s@<>(),:;\\"]+@[^\s@<>(),:;\\"]+$/

/** `name <address>` or the address alone; undefined where it is neither. */
function readSender(text: string): SmtpSettings['from'] | undefined {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  if (!ADDRESS.test(address.trim())) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, username, password } = new URL(text)
  const isAddress = ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['', '/'].includes(pathname)
  return isAddress && isEncoded(username) && isEncoded(password)
}

export const smtpVariables = {
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'SMTP_URL must look like smtp://user:password@mail.example:587, or smtps:// for TLS at once.')
    .optional(),
  SMTP_FROM: z
    .string()
    .refine(
      (text) => readSender(text) !== undefined,
      'SMTP_FROM must be an address, such as Whereabouts <whereabouts@example.com>.',
    )
    .optional(),
}

/** Undefined without SMTP_URL. Without SMTP_FROM mails come from the host of PUBLIC_URL. */
export function readSmtp(
  { SMTP_URL, SMTP_FROM }: { SMTP_URL?: string | undefined; SMTP_FROM?: string | undefined },
  publicUrl: string | undefined,
): SmtpSettings | undefined {
  if (SMTP_URL === undefined) return undefined
  const url = new URL(SMTP_URL)
  const secure = url.protocol === 'smtps:'
  const part = (text: string) => (text === '' ? undefined : decodeURIComponent(text))
  const domain = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: part(url.username),
    password: part(url.password),
    from: readSender(SMTP_FROM ?? '') ?? { name: 'Whereabouts', address: `whereabouts@${domain}` },
  }
}
