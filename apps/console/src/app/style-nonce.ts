/** The word of this answer by which the browser knows our style elements from injected ones; '' while developing. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
