import type { MakeNetwork } from '../core/network.ts'
import { bluesky } from './bluesky/bluesky.ts'
import { facebook } from './facebook/facebook.ts'
import { instagram } from './instagram/instagram.ts'
import { linkedin } from './linkedin/linkedin.ts'
import { mastodon } from './mastodon/mastodon.ts'
import { pinterest } from './pinterest/pinterest.ts'
import { slack } from './slack/slack.ts'
import { telegram } from './telegram/telegram.ts'
import { threads } from './threads/threads.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { x } from './x/x.ts'
import { youtube } from './youtube/youtube.ts'

/** Every network of the sandbox, in display order. */
export const makeNetworks: readonly MakeNetwork[] = [
  bluesky,
  mastodon,
  facebook,
  instagram,
  linkedin,
  x,
  pinterest,
  tiktok,
  threads,
  youtube,
  slack,
  telegram,
]
