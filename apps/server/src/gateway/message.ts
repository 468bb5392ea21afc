/** A message over MQTT, as adapters read it. */
export interface GatewayMessage {
  readonly topic: string
  readonly payload: Buffer
  /**
   * Delivered from the store of somebody's broker: old news. On a sender's own connection it is never set, as stations mark what is
   * current as retained.
   */
  readonly isRetained?: boolean
}
