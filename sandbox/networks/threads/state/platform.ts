import type { World } from '../../../core/network.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Place } from '../../meta/paging.ts'
import type { Rules } from '../rules.ts'
import type { Container, Person, Post, Token } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  personById(id: string): Person | null
  readonly tokens: Map<string, Token>
  readonly containers: Map<string, Container>
  readonly posts: Map<string, Post>
}

/** The only version. It precedes the path of every call except those for tokens. */
export const version = '/v1.0'

const ids = personIds(24_900_000_000_000_001n, 4n)

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  // IDs are odd and exceed what a JavaScript number can represent. Read as a number, one becomes an ID that does not
  // exist.
  const postIds = { perTick: 10_000n, each: 2n, first: 1n }
  const core = createPlatformCore(world, 'threads', { rules, ids: postIds, person: personCalled })
  return {
    ...core,
    personById: (id) => core.person(ids.nameIn(id) ?? ''),
    tokens: new Map(),
    containers: new Map(),
    posts: new Map(),
  }
}

function personCalled(name: string): Person {
  return {
    name,
    id: ids.of(name),
    isPrivate: false,
    isTester: false,
    standing: 'active',
    dead: null,
    fresh: new Set(),
    failsNext: null,
    posts: [],
    restricted: new Set(),
    deletesMs: [],
  }
}

export const pagingOf = ({ base, rules }: Platform): Place => ({
  base: `${base()}${version}`,
  maxRows: rules.pageSizeMax,
})
