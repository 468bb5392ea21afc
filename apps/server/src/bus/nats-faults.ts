/** What is wrong where NATS does not let a server in, in words for the operator. */
import { AuthorizationError } from '@nats-io/transport-node'
import { StartFault } from '../platform/start-fault.ts'

/** Codes of Node for a certificate that nobody we trust has signed, that is over, or that was made for another name. */
const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_[A-Z_]+|CERT_[A-Z_]+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** A fault that only the operator can mend; undefined: NATS may be there the next time. */
export function natsStartFault(error: unknown): StartFault | undefined {
  const { message, code } = error as Error & { code?: string }
  if (error instanceof AuthorizationError) {
    return new StartFault('NATS refuses the credentials of NATS_URL, NATS_NKEY or NATS_CREDS.')
  }
  if (message.includes("does not support 'tls'")) {
    return new StartFault('NATS_URL begins with tls://, but the NATS server offers no TLS.')
  }
  if (code !== undefined && CERTIFICATE.test(code)) {
    return new StartFault(
      `The certificate of the NATS server is not trusted (${code}). NATS_CA may name the file of the authority that signed it.`,
    )
  }
  if (/wrong version number|unexpected response from server/i.test(message)) {
    return new StartFault('What NATS_URL names answers, but not as a NATS server.')
  }
  return undefined
}
