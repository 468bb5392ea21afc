/** A page that cannot be shown, with the status its error page tells. */
export class PageError extends Error {
  readonly status: 404 | 500
  constructor(status: 404 | 500, message: string) {
    super(message)
    this.name = 'PageError'
    this.status = status
  }
}
