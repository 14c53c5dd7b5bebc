/** The configured response of a receiver. Without `times`, it is permanent. */
export interface ConfiguredResponse {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly delayMs?: number
  /** Sends no response: the connection stays open until the sender closes it. */
  readonly hang?: boolean
  readonly times?: number
}
