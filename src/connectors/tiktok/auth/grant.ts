/** One person's grant. TikTok returns a new refresh token with each renewal, and the old one stops working. */
export type Grant = {
  readonly openId: string
  readonly accessToken: string
  readonly refreshToken: string | null
  /** The granted scopes: a request for more than these fails completely. */
  readonly scopes: readonly string[]
}
