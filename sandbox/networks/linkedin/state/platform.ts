import type { World } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { displayNameOf, firstAccounts, isAccountName } from '../../../core/people/accounts.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import { revives } from '../auth/grants.ts'
import type { Rules } from '../rules.ts'
import type { Asset, Author, Comment, Member, Organization, Post } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Member> {
  readonly tokens: Tokens<Member>
  organization(name: string): Organization | null
  organizationById(id: string): Organization | null
  /** Finds an author by the URN of a member or an organization. */
  author(urn: string): Author | null
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

/** Everyone manages one organization. Alice and Bob are also content administrators of a second one. */
const kinds = [
  { suffix: 'works', title: 'Works', role: 'ADMINISTRATOR' },
  { suffix: 'studio', title: 'Studio', role: 'CONTENT_ADMINISTRATOR' },
] as const

const kindsOf = (name: string) => (name === 'alice' || name === 'bob' ? kinds : kinds.slice(0, 1))

export const firstAuthors: readonly string[] = firstAccounts.flatMap((name) => [
  name,
  ...kindsOf(name).map(({ suffix }) => `${name}-${suffix}`),
])

/** Returns the person who runs the organization with this name. Null if the name is invalid. */
export function ownerNameOf(name: string): string | null {
  const [, owner = '', suffix] = /^(.+)-([a-z]+)$/.exec(name) ?? []
  return isAccountName(owner) && kindsOf(owner).some((kind) => kind.suffix === suffix) ? owner : null
}

export const isAuthorName = (name: string): boolean => isAccountName(name) || ownerNameOf(name) !== null

const organizationIds = personIds(105_000_000n, 10n)

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const byUrn = new Map<string, Member>()
  const core = createPlatformCore(world, 'linkedin', {
    rules,
    ids: { perTick: 1n << 22n },
    person(name) {
      const member = newMember(world, name)
      byUrn.set(member.urn, member)
      return member
    },
  })
  const organizationById = (id: string): Organization | null => {
    const owner = core.person(organizationIds.nameIn(`${id.slice(0, -1)}0`) ?? '')
    return owner?.organizations.find((one) => one.id === id) ?? null
  }
  return {
    ...core,
    tokens: createTokens(core, { prefixes: { access: 'AQ', refresh: 'AQ' }, revives }),
    organization: (name) =>
      core.person(ownerNameOf(name) ?? '')?.organizations.find((one) => one.name === name) ?? null,
    organizationById,
    author(urn) {
      const id = /^urn:li:organization:(\d+)$/.exec(urn)?.[1]
      return id === undefined ? (byUrn.get(urn) ?? null) : organizationById(id)
    },
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
  // The ID depends on this app: as in the real network, another app would see another ID for the same person.
  const id = Array.from(
    { length: 10 },
    (_, at) => letters[Math.floor(random.fixed(`linkedin/${sandboxApp.id}/${name}/${at}`) * letters.length)],
  ).join('')
  const organizations: Organization[] = []
  const made: Member = {
    name,
    id,
    urn: `urn:li:person:${id}`,
    organizations,
    scopes: null,
    failsNextFile: false,
  }
  for (const [at, { suffix, title, role }] of kindsOf(name).entries()) {
    const number = String(Number(organizationIds.of(name)) + at)
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
