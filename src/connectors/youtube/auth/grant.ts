/** One consent of a person, which is bound to one channel. Google keeps the refresh token when it renews a grant. */
export type Grant = {
  readonly channelId: string
  readonly accessToken: string
  readonly refreshToken: string | null
}
