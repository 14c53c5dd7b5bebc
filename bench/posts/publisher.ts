/** Somebody who publishes, with an API key for everything. */
export interface Publisher {
  readonly ownerUid: string
  readonly headers: Readonly<Record<string, string>>
  call<Answer>(method: string, path: string, body?: object | FormData): Promise<Answer>
}

export const allNetworks = ['net-a', 'mastodon', 'net-b', 'net-d', 'net-c', 'net-e', 'net-f', 'threads'] as const
export type Network = (typeof allNetworks)[number]
