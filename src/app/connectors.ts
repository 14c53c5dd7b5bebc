import { bluesky } from '#connectors/bluesky/index.ts'
import { facebook } from '#connectors/facebook/index.ts'
import { instagram } from '#connectors/instagram/index.ts'
import { linkedin } from '#connectors/linkedin/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { pinterest } from '#connectors/pinterest/index.ts'
import type { Connectors } from '#connectors/registry.ts'
import { threads } from '#connectors/threads/index.ts'
import { tiktok } from '#connectors/tiktok/index.ts'
import { x } from '#connectors/x/index.ts'
import { youtube } from '#connectors/youtube/index.ts'

/** The connector of every network. */
export const connectors: Connectors = {
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
