/** A user who publishes, with an API key that has all scopes. */
export interface Publisher {
  readonly ownerUid: string
  readonly headers: Readonly<Record<string, string>>
  call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer>
}

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
  'youtube',
] as const
export type Network = (typeof allNetworks)[number]
