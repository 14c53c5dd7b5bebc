/** What a consent comes to. TikTok gives another refresh token with each renewal, and the earlier one dies. */
export type Grant = {
  readonly openId: string
  readonly accessToken: string
  readonly refreshToken: string | null
  /** What was ticked: a question for more than that fails as a whole. */
  readonly scopes: readonly string[]
}
