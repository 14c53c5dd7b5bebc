import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { displayNameOf, firstAccounts, isAccountName } from '../../../core/people/accounts.ts'
import type { Rules } from '../rules.ts'
import type { Asset, Author, Code, Comment, Grant, Member, Organization, Post, Token } from './records.ts'

/** The only registered app. */
export const app = { id: 'sandbox-app', secret: 'sandbox-app-secret', name: 'Sandbox app' } as const

/** All state of the network. A reset makes a new one. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** The address of the network, without a slash at the end. */
  base(): string
  /** Returns a number of 19 digits, never the same one twice. */
  nextId(): string
  /** Returns a value that must be new each time, such as a code. */
  secret(): string
  /** The id of this run. A grant with another one comes from an earlier run. */
  readonly run: string
  readonly members: ReadonlyMap<string, Member>
  /** Null when `isAccountName` rejects the name. A numbered member is created when first asked for. */
  member(name: string): Member | null
  organization(name: string): Organization | null
  organizationById(id: string): Organization | null
  /** Finds an author by the URN of a member or an organization. */
  author(urn: string): Author | null
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** Posts by each of their URNs. */
  readonly posts: Map<string, Post>
  /** The latest post for each fingerprint (`likeness`), which includes the author. */
  readonly same: Map<string, Post>
  readonly ofAuthor: Map<Author, Post[]>
  readonly comments: Map<string, Comment>
  /** Posts whose files may still fail to be processed. */
  readonly doubtful: Set<Post>
  readonly assets: Map<string, Asset>
  readonly tickets: Map<string, Asset>
  readonly app: { refusedDuplicates: number; cutTexts: number }
}

/** Everybody runs one organization. Alice and Bob are also content administrators of a second one. */
const kinds = [
  { suffix: 'works', title: 'Works', role: 'ADMINISTRATOR' },
  { suffix: 'studio', title: 'Studio', role: 'CONTENT_ADMINISTRATOR' },
] as const

const kindsOf = (name: string) => (name === 'alice' || name === 'bob' ? kinds : kinds.slice(0, 1))

export const firstAuthors: readonly string[] = firstAccounts.flatMap((name) => [
  name,
  ...kindsOf(name).map(({ suffix }) => `${name}-${suffix}`),
])

/** Returns the person who runs the organization of that name, or null when no organization can have that name. */
export function ownerNameOf(name: string): string | null {
  const [, owner = '', suffix] = /^(.+)-([a-z]+)$/.exec(name) ?? []
  return isAccountName(owner) && kindsOf(owner).some((kind) => kind.suffix === suffix) ? owner : null
}

export const isAuthorName = (name: string): boolean => isAccountName(name) || ownerNameOf(name) !== null

const organizationsFrom = 105_000_000

/** Stable across restarts, so that a connected account keeps its identity. */
function numberOf(name: string): number {
  const at = (firstAccounts as readonly string[]).indexOf(name)
  return at >= 0 ? at + 1 : 1_000 + Number(name.slice('user-'.length))
}

const nameOf = (number: number): string => firstAccounts[number - 1] ?? `user-${number - 1_000}`

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const secret = secretsOf(world, 'linkedin')
  const members = new Map<string, Member>()
  const byUrn = new Map<string, Member>()
  let lastMs = 0
  let within = 0

  const member = (name: string): Member | null => {
    const known = members.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made = newMember(world, name)
    members.set(name, made)
    byUrn.set(made.urn, made)
    return made
  }
  const organization = (name: string): Organization | null =>
    member(ownerNameOf(name) ?? '')?.organizations.find((one) => one.name === name) ?? null
  const organizationById = (id: string): Organization | null => {
    if (!/^\d{9}$/.test(id)) return null
    const number = Math.floor((Number(id) - organizationsFrom) / 10)
    return member(nameOf(number))?.organizations.find((one) => one.id === id) ?? null
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/linkedin`,
    nextId() {
      const ms = Math.max(Math.floor(world.clock.ms()), lastMs)
      within = ms === lastMs ? within + 1 : 0
      lastMs = ms
      return String((BigInt(ms) << 22n) + BigInt(within))
    },
    secret,
    run: secret().slice(0, 10),
    members,
    member,
    organization,
    organizationById,
    author(urn) {
      const id = /^urn:li:organization:(\d+)$/.exec(urn)?.[1]
      return id === undefined ? (byUrn.get(urn) ?? null) : organizationById(id)
    },
    codes: new Map(),
    grants: new Map(),
    tokens: new Map(),
    posts: new Map(),
    same: new Map(),
    ofAuthor: new Map(),
    comments: new Map(),
    doubtful: new Set(),
    assets: new Map(),
    tickets: new Map(),
    app: { refusedDuplicates: 0, cutTexts: 0 },
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function newMember({ random }: World, name: string): Member {
  // The id depends on this app: as at the real network, another app would know the same person by another id.
  const id = Array.from(
    { length: 10 },
    (_, at) => letters[Math.floor(random.fixed(`linkedin/${app.id}/${name}/${at}`) * letters.length)],
  ).join('')
  const organizations: Organization[] = []
  const made: Member = {
    name,
    id,
    urn: `urn:li:person:${id}`,
    organizations,
    scopes: null,
    endedEarlier: false,
    failsNextFile: false,
  }
  for (const [at, { suffix, title, role }] of kindsOf(name).entries()) {
    const number = String(organizationsFrom + numberOf(name) * 10 + at)
    organizations.push({
      name: `${name}-${suffix}`,
      id: number,
      urn: `urn:li:organization:${number}`,
      displayName: `${displayNameOf(name)} ${title}`,
      owner: made,
      usualRole: role,
      role,
      failsNextFile: false,
    })
  }
  return made
}

export const titleOf = (author: Author): string => ('owner' in author ? author.displayName : displayNameOf(author.name))
