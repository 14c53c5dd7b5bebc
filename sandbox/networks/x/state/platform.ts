import type { World } from '../../../core/network.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { File, Person, Post } from './records.ts'

/** A problem with the app as a whole, for every person it acts for. */
export type AppTrouble = 'none' | 'no_credits' | 'usage_capped' | 'not_enrolled'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  readonly tokens: Tokens<Person>
  /** App-only tokens, mapped to the app's client ID. */
  readonly bearers: Map<string, string>
  personById(id: string): Person | null
  readonly posts: Map<string, Post>
  readonly files: Map<string, File>
  readonly app: { trouble: AppTrouble; reusedRefreshTokens: number; refusedDuplicates: number }
  /** The number of posts read per day. */
  readonly reads: Map<string, number>
}

/** The epoch of the network's IDs, in milliseconds. */
const epochMs = 1_288_834_974_657n
const ids = personIds(1_700_000_000_000_000_000n)

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const idForm = { perTick: 1n << 22n, first: -(epochMs << 22n) }
  const core = createPlatformCore(world, 'x', { rules, ids: idForm, person: newPerson })
  return {
    ...core,
    tokens: createTokens(core),
    bearers: new Map(),
    personById: (id) => core.person(ids.nameIn(id) ?? ''),
    posts: new Map(),
    files: new Map(),
    app: { trouble: 'none', reusedRefreshTokens: 0, refusedDuplicates: 0 },
    reads: new Map(),
  }
}

const newPerson = (name: string): Person => ({
  name,
  id: ids.of(name),
  createdAt: new Date(Date.UTC(2024, 0, 1)),
  premium: name === 'carla',
  standing: 'active',
  failsNextFile: false,
  posts: [],
  lastOf: new Map(),
  postsCount: 0,
})
