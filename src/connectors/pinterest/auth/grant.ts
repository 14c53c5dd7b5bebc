export type Grant = {
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string | null
}
