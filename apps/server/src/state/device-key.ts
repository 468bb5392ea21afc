/** A tracker or station of an account. */
export interface DeviceKey {
  readonly account_id: string
  readonly id: string
}
