import { mastodon } from '#connectors/mastodon/index.ts'
import { netA } from '#connectors/net-a/index.ts'
import { netB } from '#connectors/net-b/index.ts'
import { netC } from '#connectors/net-c/index.ts'
import { netD } from '#connectors/net-d/index.ts'
import { netE } from '#connectors/net-e/index.ts'
import { netF } from '#connectors/net-f/index.ts'
import type { Connectors } from '#connectors/registry.ts'
import { threads } from '#connectors/threads/index.ts'

/** Every network that posts go to. */
export const connectors: Connectors = {
  'net-a': netA,
  'net-b': netB,
  'net-c': netC,
  'net-d': netD,
  'net-e': netE,
  'net-f': netF,
  threads,
  mastodon,
}
