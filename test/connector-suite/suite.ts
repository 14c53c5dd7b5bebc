import { tryConnecting } from '#test/connector-suite/tries/try-connecting.ts'
import { tryFailing } from '#test/connector-suite/tries/try-failing.ts'
import { tryKilling } from '#test/connector-suite/tries/try-killing.ts'
import { tryLimits } from '#test/connector-suite/tries/try-limits.ts'
import { tryPublishing } from '#test/connector-suite/tries/try-publishing.ts'
import { tryQuoting } from '#test/connector-suite/tries/try-quoting.ts'
import type { NetworkUnderTest } from './network-under-test.ts'

/**
 * Defines the tests that every network gets from its description. They prove each promise for each network: the
 * enforced limits are the documented ones, the plan matches the calls, and a post is published once, wherever the
 * process dies and however the network responds.
 */
export function suiteFor(network: NetworkUnderTest): void {
  const title = network.title ?? network.connector.network
  tryConnecting(title, network)
  tryLimits(title, network)
  tryPublishing(title, network)
  tryQuoting(title, network)
  tryKilling(title, network)
  tryFailing(title, network)
}

/** Defines tests for another kind of server of a network: only that everything is published once. */
export function onceFor(network: NetworkUnderTest): void {
  const title = network.title ?? network.connector.network
  tryKilling(title, network)
  tryFailing(title, network)
}
