import type { World } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Place } from '../../meta/paging.ts'
import { pageIds, professionalIds, userIds } from '../../meta/people.ts'
import type { Rules } from '../rules.ts'
import type { Comment, Container, Person, Post, Token } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  personById(id: string): Person | null
  readonly tokens: Map<string, Token>
  /** The choices that people made at Facebook, by the resulting code. */
  readonly chosen: Map<string, Pick<Token, 'pages' | 'declined'>>
  readonly containers: Map<string, Container>
  readonly posts: Map<string, Post>
  readonly comments: Map<string, Comment>
}

const appIds = personIds(25_600_000_000_000_000n)

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const core = createPlatformCore(world, 'instagram', { rules, ids: { perTick: 10_000n }, person: personCalled })
  return {
    ...core,
    personById: (id) => core.person(professionalIds.nameIn(id) ?? ''),
    tokens: new Map(),
    chosen: new Map(),
    containers: new Map(),
    posts: new Map(),
    comments: new Map(),
  }
}

function personCalled(name: string): Person {
  return {
    name,
    id: professionalIds.of(name),
    appId: appIds.of(name),
    userId: userIds.of(name),
    isTester: false,
    standing: 'active',
    hasRole: true,
    hasCheckpoint: false,
    hidesLikes: false,
    grants: { login: { dead: null, fresh: new Set() }, pages: { dead: null, fresh: new Set() } },
    failsNext: null,
    subscribed: [],
    restricted: new Set(),
    posts: [],
    containersMs: [],
  }
}

/** A page at Facebook. Only the first page of a person is linked to their account. */
export interface Page {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly isLinked: boolean
}

export const pagesOf = ({ name }: Person): readonly Page[] =>
  [
    { title: 'Bakery', category: 'Bakery' },
    { title: 'Books', category: 'Bookstore' },
  ].map(({ title, category }, at) => ({
    id: String(BigInt(pageIds.of(name)) + BigInt(at)),
    title: `${displayNameOf(name)}'s ${title}`,
    category,
    isLinked: at === 0,
  }))

export const pagingOf = ({ base, rules }: Platform): Place => ({ base: base(), maxRows: rules.pageSizeMax })
