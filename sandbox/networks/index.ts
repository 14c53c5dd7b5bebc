import type { MakeNetwork } from '../core/network.ts'
import { mastodon } from './mastodon/mastodon.ts'
import { netA } from './net-a/net-a.ts'
import { netB } from './net-b/net-b.ts'
import { netC } from './net-c/net-c.ts'
import { netD } from './net-d/net-d.ts'
import { netE } from './net-e/net-e.ts'
import { netF } from './net-f/net-f.ts'
import { threads } from './threads/threads.ts'

/** Every network that the sandbox speaks, in the order in which people see them. */
export const makeNetworks: readonly MakeNetwork[] = [netA, mastodon, netB, netC, netD, netE, netF, threads]
