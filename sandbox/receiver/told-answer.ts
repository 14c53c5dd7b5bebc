/** The answer that a receiver is set to give; without `times`, from now on. */
export interface ToldAnswer {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly delayMs?: number
  /** Sends no answer: the connection stays open until the sender closes it. */
  readonly hang?: boolean
  readonly times?: number
}
