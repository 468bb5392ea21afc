/**
 * What this page lets libraries make of text, where the browser holds it to Trusted Types (security rule 28). Imported first.
 *
 * Mantine writes style sheets by `innerHTML`, MapLibre and Vite start workers by address. Text without a tag makes no
 * element, and an address in our own assets, or of the service worker, is code we built: nothing else passes, and what does not is reported.
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(address: string): string | null },
  ): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

const isOwnCode = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && (pathname.startsWith('/assets/') || pathname === '/sw.js')
}

// The browser asks the policy of this name about every text that is no trusted one yet.
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => (isOwnCode(address) ? address : null),
})
