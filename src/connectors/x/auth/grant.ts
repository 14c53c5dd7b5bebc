/** One person's grant. The access token lasts two hours. The refresh token lasts half a year and works once. */
export type Grant = {
  /** The account's ID, saved so that a renewal is one call: a second call could fail and lose the new tokens. */
  readonly userId: string
  readonly accessToken: string
  /** Null if the user did not grant offline access. */
  readonly refreshToken: string | null
}
