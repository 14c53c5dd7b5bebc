import type { Limits } from '../limits.ts'
import type { Network } from '../network-names.ts'
import { bluesky } from './bluesky.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { mastodon } from './mastodon.ts'
import { pinterest } from './pinterest.ts'
import { threads } from './threads.ts'
import { tiktok } from './tiktok.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

const limits: Readonly<Record<Network, Limits>> = {
  bluesky,
  facebook,
  instagram,
  linkedin,
  mastodon,
  pinterest,
  threads,
  tiktok,
  x,
  youtube,
}

/** Returns the limits of a network, before those of an account or an instance are known. */
export const limitsForNetwork = (network: Network): Limits => limits[network]
