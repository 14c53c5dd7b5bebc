/** One person's grant, which covers one account. */
export type Grant = {
  /** The person's ID in Meta's notification that they revoked access. */
  readonly userId: string
  /** The token, which lasts 60 days and is renewed before then. An expired token requires a new sign-in. */
  readonly token: string
  readonly scopes: readonly string[]
}
