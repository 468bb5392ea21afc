/** True for addresses of our own server. The token goes along to it and to nobody else, whatever a stored address says. */
export function isOwnAddress(address: string, origin: string): boolean {
  return address.startsWith('/') && URL.canParse(address, origin) && new URL(address, origin).origin === origin
}
