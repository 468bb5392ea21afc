/**
 * Something only the operator can put right, in sentences he understands. Whoever starts a process prints the message
 * as it stands, without a stack, and exits with code 1.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}
