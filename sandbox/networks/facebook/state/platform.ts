import { createDue, type Due } from '../../../core/kit/due.ts'
import type { World } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { displayNameOf, firstAccounts, isAccountName } from '../../../core/people/accounts.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Place } from '../../meta/paging.ts'
import { pageIds, userIds } from '../../meta/people.ts'
import type { Rules } from '../rules.ts'
import type { Comment, Page, Person, Photo, Post, Token, Video } from './records.ts'

/** The registered app, with the name that people see. */
export const app = { ...sandboxApp, name: 'Posthorn' } as const

/** All state of the network. A reset creates a new one. */
export interface Graph extends PlatformCore<Rules, Person> {
  personById(id: string): Person | null
  /** The person who manages the business portfolio with this ID. */
  ownerOf(portfolio: string): Person | null
  page(name: string): Page | null
  pageById(id: string): Page | null
  readonly tokens: Map<string, Token>
  readonly posts: Map<string, Post>
  readonly photos: Map<string, Photo>
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  /** Work scheduled by the clock, such as publishing a video once it is ready. */
  readonly due: Due
}

const shops = [
  { suffix: 'bakery', title: 'Bakery', category: 'Bakery' },
  { suffix: 'books', title: 'Books', category: 'Bookstore' },
] as const

const allTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

/**
 * Returns an owner's tasks on a page. On the second page Alice and Bob are editors; Carla and the numbered people can
 * only read its metrics.
 */
function tasksOf(person: string, shop: (typeof shops)[number]): readonly string[] {
  if (shop.suffix === 'bakery') return allTasks
  return person === 'alice' || person === 'bob'
    ? allTasks.filter((task) => task !== 'MANAGE')
    : ['ADVERTISE', 'ANALYZE']
}

export const firstPages: readonly string[] = firstAccounts.flatMap((name) =>
  shops.map(({ suffix }) => `${name}-${suffix}`),
)

/** Returns the person who runs the page with this name. Null if the name is invalid. */
function ownerNameOf(page: string): string | null {
  const [, name = '', suffix] = /^(.+)-([a-z]+)$/.exec(page) ?? []
  return shops.some((shop) => shop.suffix === suffix) && isAccountName(name) ? name : null
}

export const isPageName = (name: string): boolean => ownerNameOf(name) !== null

const portfolioIds = personIds(233_100_000_000_000n)

export function createGraph(world: World, rules: Rules): Graph {
  const core = createPlatformCore(world, 'facebook', { rules, ids: { perTick: 100_000n }, person: newPerson })
  const { person } = core
  const page = (name: string): Page | null =>
    person(ownerNameOf(name) ?? '')?.pages.find((one) => one.name === name) ?? null
  return {
    ...core,
    personById: (id) => person(userIds.nameIn(id) ?? ''),
    ownerOf: (portfolio) => person(portfolioIds.nameIn(portfolio) ?? ''),
    page,
    pageById: (id) => person(pageIds.nameIn(`${id.slice(0, -1)}0`) ?? '')?.pages.find((one) => one.id === id) ?? null,
    tokens: new Map(),
    posts: new Map(),
    photos: new Map(),
    videos: new Map(),
    comments: new Map(),
    due: createDue(),
  }
}

function newPerson(name: string): Person {
  const pages: Page[] = []
  const made: Person = {
    name,
    id: userIds.of(name),
    portfolio: portfolioIds.of(name),
    pages,
    consent: null,
    dead: null,
    fresh: new Set(),
    checkpoint: false,
  }
  for (const [at, shop] of shops.entries()) {
    const tasks = tasksOf(name, shop)
    pages.push({
      name: `${name}-${shop.suffix}`,
      id: String(Number(pageIds.of(name)) + at),
      displayName: `${displayNameOf(name)}'s ${shop.title}`,
      // Newer pages have no username.
      username: shop.suffix === 'bakery' ? `${name.replace('-', '')}.bakery` : null,
      category: shop.category,
      owner: made,
      tasks,
      usualTasks: tasks,
      standing: 'active',
      posts: [],
      videos: [],
      reelsMs: [],
      subscribed: [],
      banned: new Set(),
      failsNextVideo: false,
    })
  }
  return made
}

/** Returns the URL and page size of this network's lists. */
export const pagingOf = ({ base, rules }: Graph): Place => ({ base: base(), maxRows: rules.page_size_max })
