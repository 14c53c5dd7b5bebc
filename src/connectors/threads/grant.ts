/** One consent of a person, who is one account. */
export type Grant = {
  /** By which Meta names them when they take it back. */
  readonly userId: string
  /** Good for 60 days, and renewed before they are over: what has ended is renewed by nothing but another sign-in. */
  readonly token: string
  readonly scopes: readonly string[]
}
