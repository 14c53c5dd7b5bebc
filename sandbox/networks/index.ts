import type { MakeNetwork } from '../core/network.ts'

/** Every network that the sandbox speaks, in the order in which people see them. */
export const makeNetworks: readonly MakeNetwork[] = []
