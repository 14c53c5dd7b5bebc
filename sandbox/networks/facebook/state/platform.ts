import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { displayNameOf, firstAccounts, isAccountName, nameNumbered, numberOf } from '../../../core/people/accounts.ts'
import type { Place } from '../../meta/paging.ts'
import type { Rules } from '../rules.ts'
import type { Code, Comment, Page, Person, Photo, Post, Token, Video } from './records.ts'

/** The only registered app. */
export const app = {
  id: 'sandbox-app',
  secret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
  name: 'Posthorn',
} as const

/** All state of the network. A reset makes a new one. */
export interface Graph {
  readonly world: World
  readonly rules: Rules
  /** The address of the network, without a slash at the end. */
  base(): string
  /** Returns a long number as text. */
  nextId(): string
  /** Returns a value that must be new each time, such as a code. */
  secret(): string
  /** Null when `isAccountName` rejects the name. A numbered person is created when first asked for. */
  person(name: string): Person | null
  personById(id: string): Person | null
  page(name: string): Page | null
  pageById(id: string): Page | null
  readonly people: ReadonlyMap<string, Person>
  readonly codes: Map<string, Code>
  readonly tokens: Map<string, Token>
  readonly posts: Map<string, Post>
  readonly photos: Map<string, Photo>
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  /** The work that the clock will bring about, such as publishing a video once it is ready. */
  readonly due: Set<{ readonly atMs: number; readonly run: () => void }>
}

const shops = [
  { suffix: 'bakery', title: 'Bakery', category: 'Bakery' },
  { suffix: 'books', title: 'Books', category: 'Bookstore' },
] as const

const allTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

/**
 * The tasks of an owner on a page. On the second page Alice and Bob are editors; Carla and the numbered people may only
 * read its figures.
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

/** Returns the person who runs the page of that name, or null when no page can have that name. */
export function ownerNameOf(page: string): string | null {
  const [, name = '', suffix] = /^(.+)-([a-z]+)$/.exec(page) ?? []
  return shops.some((shop) => shop.suffix === suffix) && isAccountName(name) ? name : null
}

export const isPageName = (name: string): boolean => ownerNameOf(name) !== null

const personIdFrom = 122_100_000_000_000
const pageIdFrom = 105_000_000_000_000

/** Returns null when the text is not an id of that kind. */
function numberIn(id: string, from: number, each = 1): number | null {
  const number = /^[0-9]{15}$/.test(id) ? Math.floor((Number(id) - from) / each) : 0
  return number > 0 && number < 1_000_000 ? number : null
}

export function createGraph(world: World, rules: Rules): Graph {
  const people = new Map<string, Person>()
  let lastMs = 0
  let within = 0

  const person = (name: string): Person | null => {
    const known = people.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made = newPerson(name)
    people.set(name, made)
    return made
  }
  const page = (name: string): Page | null => {
    const owner = person(ownerNameOf(name) ?? '')
    return owner?.pages.find((one) => one.name === name) ?? null
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/facebook`,
    nextId() {
      const ms = Math.max(Math.floor(world.clock.ms()), lastMs)
      within = ms === lastMs ? within + 1 : 0
      lastMs = ms
      return String(BigInt(ms) * 100_000n + BigInt(within))
    },
    secret: secretsOf(world, 'facebook'),
    people,
    person,
    personById(id) {
      const number = numberIn(id, personIdFrom)
      return number === null ? null : person(nameNumbered(number))
    },
    page,
    pageById(id) {
      const number = numberIn(id, pageIdFrom, 10)
      const owner = number === null ? null : person(nameNumbered(number))
      return owner?.pages.find((one) => one.id === id) ?? null
    },
    codes: new Map(),
    tokens: new Map(),
    posts: new Map(),
    photos: new Map(),
    videos: new Map(),
    comments: new Map(),
    due: new Set(),
  }
}

function newPerson(name: string): Person {
  const number = numberOf(name)
  const pages: Page[] = []
  const made: Person = {
    name,
    id: String(personIdFrom + number),
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
      id: String(pageIdFrom + number * 10 + at),
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
      failsNextVideo: false,
    })
  }
  return made
}

/** The address and page size of this network's lists. */
export const placeOf = ({ base, rules }: Graph): Place => ({ base: base(), maxRows: rules.page_size_max })

/** Does the work that has become due, in order of its time. */
export function catchUp(graph: Graph): void {
  if (graph.due.size === 0) return
  const nowMs = graph.world.clock.ms()
  const due = [...graph.due].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)
  for (const one of due) {
    graph.due.delete(one)
    one.run()
  }
}
