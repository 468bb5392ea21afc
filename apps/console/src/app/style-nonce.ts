/** The nonce of this page, by which the browser accepts our style elements and not injected ones; '' in development. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
