/** What a consent comes to: the access token lives for two hours, the refresh token for half a year and is good once. */
export type Grant = {
  /** Kept, so that a renewal is one call: what is asked after it could fail, with the new tokens in nobody's hands. */
  readonly userId: string
  readonly accessToken: string
  /** Null: the person did not grant that we stay connected. */
  readonly refreshToken: string | null
}
