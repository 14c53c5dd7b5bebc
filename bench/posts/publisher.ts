/** A user who publishes, with an API key for all scopes. */
export interface Publisher {
  readonly ownerUid: string
  readonly headers: Readonly<Record<string, string>>
  call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer>
}

/** All networks but YouTube, where an app may upload a hundred videos a day. */
export const allNetworks = [
  'bluesky',
  'mastodon',
  'facebook',
  'x',
  'linkedin',
  'pinterest',
  'tiktok',
  'threads',
  'instagram',
] as const
export type Network = (typeof allNetworks)[number]
