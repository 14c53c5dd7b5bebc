/** One consent of a person: the access token lives for two hours, the refresh token for half a year and works once. */
export type Grant = {
  /** The account's id, saved so that a renewal is one call: a second call could fail and lose the new tokens. */
  readonly userId: string
  readonly accessToken: string
  /** Null: the person did not grant offline access. */
  readonly refreshToken: string | null
}
