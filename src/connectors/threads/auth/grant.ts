/** One consent of a person, which covers one account. */
export type Grant = {
  /** The id by which Meta names the person when they revoke the consent. */
  readonly userId: string
  /** The token, which lasts 60 days and is renewed before they end: after that only another sign-in helps. */
  readonly token: string
  readonly scopes: readonly string[]
}
