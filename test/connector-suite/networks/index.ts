import type { Network } from '#connectors/registry.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'
import { mastodon } from './mastodon.ts'
import { netA } from './net-a.ts'
import { netB } from './net-b.ts'
import { netC } from './net-c.ts'
import { netD } from './net-d.ts'
import { netE } from './net-e.ts'
import { netF } from './net-f.ts'
import { threads } from './threads.ts'

/** A network without a description of itself for the suite does not compile. */
export const everyNetwork: Readonly<Record<Network, NetworkUnderTest>> = {
  'net-a': netA,
  'net-b': netB,
  'net-c': netC,
  'net-d': netD,
  'net-e': netE,
  'net-f': netF,
  threads,
  mastodon,
}
