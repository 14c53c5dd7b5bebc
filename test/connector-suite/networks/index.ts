import type { Network } from '#rules/network-names.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'
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

/** Every network must have a description for the suite, or this does not compile. */
export const everyNetwork: Readonly<Record<Network, NetworkUnderTest>> = {
  bluesky: bluesky,
  facebook: facebook,
  linkedin: linkedin,
  x: x,
  pinterest: pinterest,
  tiktok: tiktok,
  threads,
  mastodon,
  youtube,
  instagram,
}
