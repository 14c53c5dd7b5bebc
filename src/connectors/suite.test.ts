import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { mastodon, otherFediverse } from '#test/connector-suite/networks/mastodon.ts'
import { netA } from '#test/connector-suite/networks/net-a.ts'
import { netB } from '#test/connector-suite/networks/net-b.ts'
import { netC } from '#test/connector-suite/networks/net-c.ts'
import { netD } from '#test/connector-suite/networks/net-d.ts'
import { netE } from '#test/connector-suite/networks/net-e.ts'
import { netF } from '#test/connector-suite/networks/net-f.ts'
import { onceFor, suiteFor } from '#test/connector-suite/suite.ts'
import type { Network } from './registry.ts'

/** A network without a description of itself for the suite does not compile. */
const networks: Readonly<Record<Network, NetworkUnderTest>> = {
  'net-a': netA,
  'net-b': netB,
  'net-c': netC,
  'net-d': netD,
  'net-e': netE,
  'net-f': netF,
  mastodon,
}

for (const network of Object.values(networks)) suiteFor(network)
onceFor(otherFediverse)
