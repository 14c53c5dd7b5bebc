/** One person's grant, which is bound to one channel. Google keeps the refresh token when a grant is renewed. */
export type Grant = {
  readonly channelId: string
  readonly accessToken: string
  readonly refreshToken: string | null
}
