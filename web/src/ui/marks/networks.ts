import type { components } from '@posthorn/sdk'

export type NetworkName = components['schemas']['Account']['network']

/** Names as the networks write them. */
export const networks: Readonly<Record<NetworkName, { readonly name: string }>> = {
  bluesky: { name: 'Bluesky' },
  facebook: { name: 'Facebook' },
  linkedin: { name: 'LinkedIn' },
  x: { name: 'X' },
  pinterest: { name: 'Pinterest' },
  tiktok: { name: 'TikTok' },
  threads: { name: 'Threads' },
  mastodon: { name: 'Mastodon' },
  youtube: { name: 'YouTube' },
  instagram: { name: 'Instagram' },
}
