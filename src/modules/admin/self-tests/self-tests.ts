import { networkTests } from './checks/networks.ts'
import { ownParts } from './checks/own-parts.ts'
import { webhookLoopback } from './checks/webhook-loopback.ts'
import type { SelfTest } from './deps.ts'

/** Every self-test, in the order in which a run performs them. */
export const selfTests: readonly SelfTest[] = [...ownParts, webhookLoopback, ...networkTests]
