import { displayNameOf, firstAccounts, isAccountName } from '../../core/accounts.ts'
import type { World } from '../../core/network.ts'
import { secretsOf } from '../../core/secrets.ts'
import type { Asset, Author, Code, Comment, Grant, Member, Organization, Post, Token } from './records.ts'
import type { Rules } from './rules.ts'

/** The one app that is registered. */
export const app = { id: 'sandbox-app', secret: 'sandbox-app-secret', name: 'Sandbox app' } as const

/** The whole network with all that it remembers. A reset makes another. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** Where it is reached, without a slash at the end. */
  base(): string
  /** A number of 19 digits, never the same. */
  nextId(): string
  /** For what must be new each time, such as codes. */
  secret(): string
  /** Names this run: what was granted in another one is of before. */
  readonly run: string
  readonly members: ReadonlyMap<string, Member>
  /** Null: nobody can have that name here. A numbered member is made when first asked for. */
  member(name: string): Member | null
  organization(name: string): Organization | null
  organizationById(id: string): Organization | null
  /** By the URN of a member or an organization. */
  author(urn: string): Author | null
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** By each of its URNs. */
  readonly posts: Map<string, Post>
  /** Of an author's, the latest that said the same. */
  readonly same: Map<string, Post>
  readonly ofAuthor: Map<Author, Post[]>
  readonly comments: Map<string, Comment>
  /** Posts with a file of which nobody knows yet whether it can be processed. */
  readonly doubtful: Set<Post>
  readonly assets: Map<string, Asset>
  readonly tickets: Map<string, Asset>
  readonly app: { refusedDuplicates: number; cutTexts: number }
}

/** Everybody runs one; the second one Alice and Bob edit for somebody else. */
const kinds = [
  { suffix: 'works', title: 'Works', role: 'ADMINISTRATOR' },
  { suffix: 'studio', title: 'Studio', role: 'CONTENT_ADMINISTRATOR' },
] as const

const kindsOf = (name: string) => (name === 'alice' || name === 'bob' ? kinds : kinds.slice(0, 1))

export const firstAuthors: readonly string[] = firstAccounts.flatMap((name) => [
  name,
  ...kindsOf(name).map(({ suffix }) => `${name}-${suffix}`),
])

/** Who runs the organization of that name; null: none can be called so. */
export function ownerNameOf(name: string): string | null {
  const [, owner = '', suffix] = /^(.+)-([a-z]+)$/.exec(name) ?? []
  return isAccountName(owner) && kindsOf(owner).some((kind) => kind.suffix === suffix) ? owner : null
}

export const isAuthorName = (name: string): boolean => isAccountName(name) || ownerNameOf(name) !== null

const organizationsFrom = 105_000_000

/** The same after each start, so that what somebody has connected stays what it is. */
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
  // With this app in mind: as with the real one, another app would know the same person by another id.
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
