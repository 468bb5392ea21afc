/**
 * A fault that only the operator can fix, explained in sentences. The program prints the message as it stands, without a stack,
 * and exits with code 1.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}
