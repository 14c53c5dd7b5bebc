import type { World } from '../../../core/network.ts'
import { createSeal, type Seal } from '../../../core/oauth/seal.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { Account, App, AppFields, Attachment, Scheduled, Status, Token, TokenRow } from './records.ts'

/**
 * The part of a handle after the `@`. It differs from the host that receives the calls, as with many real instances.
 */
export const domain = 'mastodon.sandbox'

export const allScopes = ['profile', 'read', 'write', 'follow', 'push'] as const

/** All state of one server. A reset creates a new one. */
export interface Instance extends PlatformCore<Rules, Account> {
  accountById(id: string): Account | null
  readonly apps: Map<string, App>
  /** The client IDs of the apps that the server has deleted. */
  readonly forgottenApps: Set<string>
  readonly appSeal: Seal<AppFields>
  readonly tokens: Map<string, Token>
  readonly tokenSeal: Seal<TokenRow>
  readonly statuses: Map<string, Status>
  readonly attachments: Map<string, Attachment>
  readonly scheduled: Map<string, Scheduled>
  /** The app of the tokens that exist from the start, such as `sandbox-token-alice`. */
  readonly ownApp: App
}

const accountIds = personIds(109_000_000_000_000_000n)

export function createInstance(world: World, rules: Rules): Instance {
  const core = createPlatformCore(world, 'mastodon', { rules, ids: { perTick: 1n << 16n }, person: newAccount })
  return {
    ...core,
    accountById: (id) => core.person(accountIds.nameIn(id) ?? ''),
    apps: new Map(),
    forgottenApps: new Set(),
    appSeal: createSeal(world, 'mastodon/app'),
    tokens: new Map(),
    tokenSeal: createSeal(world, 'mastodon/token'),
    statuses: new Map(),
    attachments: new Map(),
    scheduled: new Map(),
    ownApp: {
      id: '1',
      name: 'Sandbox',
      website: null,
      scopes: allScopes,
      redirectUris: ['urn:ietf:wg:oauth:2.0:oob'],
      clientId: core.secret(),
      clientSecret: core.secret(),
    },
  }
}

const newAccount = (name: string): Account => ({
  name,
  id: accountIds.of(name),
  createdAt: new Date(Date.UTC(2024, 0, 1)),
  standing: 'active',
  statuses: [],
  scheduled: new Map(),
  notifications: [],
  statusesCount: 0,
  lastStatusAt: null,
  failsNextFile: false,
})

export const profileUrlOf = (instance: Instance, { name }: Account): string => `${instance.base()}/@${name}`

export const displayName = ({ name }: Account): string => displayNameOf(name)

/** Compares IDs, which are integers as text: the longer one is greater. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : one > other ? 1 : 0
}
