import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { displayNameOf, isAccountName } from '../../../core/people/accounts.ts'
import type { Rules } from '../rules.ts'
import type { Account, App, Attachment, Code, Scheduled, Status, Token } from './records.ts'

/**
 * The part of a handle after the `@`. It differs from the host that receives the calls, as with many real instances.
 */
export const domain = 'mastodon.sandbox'

export const allScopes = ['profile', 'read', 'write', 'follow', 'push'] as const

/** All state of one server. A reset makes a new one. */
export interface Instance {
  readonly world: World
  readonly rules: Rules
  /** The address of the server, without a slash at the end. */
  base(): string
  /** Returns an id that is opaque to clients. Its upper bits are the time, so ids sort by creation. */
  nextId(): string
  /** Returns a value that must be new each time, such as a code. */
  secret(): string
  readonly accounts: ReadonlyMap<string, Account>
  /** Null when `isAccountName` rejects the name. A numbered account is created when first asked for. */
  account(name: string): Account | null
  accountById(id: string): Account | null
  readonly apps: Map<string, App>
  readonly codes: Map<string, Code>
  readonly tokens: Map<string, Token>
  readonly statuses: Map<string, Status>
  readonly attachments: Map<string, Attachment>
  readonly scheduled: Map<string, Scheduled>
  /** The app of the tokens that exist from the start, such as `sandbox-token-alice`. */
  readonly ownApp: App
}

export function createInstance(world: World, rules: Rules): Instance {
  const secret = secretsOf(world, 'mastodon', 8)
  const accounts = new Map<string, Account>()
  const byId = new Map<string, Account>()
  let lastMs = 0
  let within = 0

  const nextId = () => {
    const ms = Math.max(world.clock.ms(), lastMs)
    within = ms === lastMs ? within + 1 : 0
    lastMs = ms
    return String((BigInt(Math.floor(ms)) << 16n) + BigInt(within))
  }
  const account = (name: string): Account | null => {
    const known = accounts.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made: Account = {
      name,
      // Stable across restarts, so that a connected account keeps its identity.
      id: String(109_000_000_000_000_000n + BigInt(numberOf(name))),
      createdAt: new Date(Date.UTC(2024, 0, 1)),
      standing: 'active',
      statuses: [],
      scheduled: new Map(),
      statusesCount: 0,
      lastStatusAt: null,
      failsNextFile: false,
    }
    accounts.set(name, made)
    byId.set(made.id, made)
    return made
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/mastodon`,
    nextId,
    secret,
    accounts,
    account,
    accountById: (id) => byId.get(id) ?? account(nameOf(id) ?? ''),
    apps: new Map(),
    codes: new Map(),
    tokens: new Map(),
    statuses: new Map(),
    attachments: new Map(),
    scheduled: new Map(),
    ownApp: {
      id: '1',
      name: 'Sandbox',
      website: null,
      scopes: allScopes,
      redirectUris: ['urn:ietf:wg:oauth:2.0:oob'],
      clientId: secret(),
      clientSecret: secret(),
    },
  }
}

const persons = ['alice', 'bob', 'carla']

const numberOf = (name: string): number => {
  const person = persons.indexOf(name)
  return person >= 0 ? person + 1 : 1_000 + Number(name.slice('user-'.length))
}

function nameOf(id: string): string | null {
  if (!/^1090000000000\d{5}$/.test(id)) return null
  const number = Number(id.slice(-5))
  return persons[number - 1] ?? `user-${number - 1_000}`
}

export const profileUrlOf = (instance: Instance, { name }: Account): string => `${instance.base()}/@${name}`

export const displayName = ({ name }: Account): string => displayNameOf(name)

/** Compares ids, which are whole numbers as text: the longer one is the greater. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : one > other ? 1 : 0
}
