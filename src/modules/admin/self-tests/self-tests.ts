import { networkTests } from './checks/networks.ts'
import { ownParts, webhookLoopback } from './checks/own-parts.ts'
import type { SelfTest } from './deps.ts'

/** Every self-test, in the order in which a run performs them. */
export const selfTests: readonly SelfTest[] = [...ownParts, webhookLoopback, ...networkTests]
