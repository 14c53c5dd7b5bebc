import type { NetworkUnderTest } from './network-under-test.ts'
import { tryConnecting } from './try-connecting.ts'
import { tryFailing } from './try-failing.ts'
import { tryKilling } from './try-killing.ts'
import { tryLimits } from './try-limits.ts'
import { tryPublishing } from './try-publishing.ts'

/**
 * What each network gets for free from a description of itself. Whatever is promised of all networks is proved of each:
 * the limits that refuse are the limits that are shown, a plan is what happens, and a post is there once, wherever the
 * process dies and however the network answers.
 */
export function suiteFor(network: NetworkUnderTest): void {
  const title = network.title ?? network.connector.network
  tryConnecting(title, network)
  tryLimits(title, network)
  tryPublishing(title, network)
  tryKilling(title, network)
  tryFailing(title, network)
}

/** For another kind of server of a network: only that everything is there once. */
export function onceFor(network: NetworkUnderTest): void {
  const title = network.title ?? network.connector.network
  tryKilling(title, network)
  tryFailing(title, network)
}
