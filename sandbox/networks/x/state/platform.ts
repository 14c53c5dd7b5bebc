import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { Rules } from '../rules.ts'
import type { Code, File, Grant, Person, Post, Token } from './records.ts'

/** A problem with the app as a whole, for every person it acts for. */
export type AppTrouble = 'none' | 'no_credits' | 'usage_capped' | 'not_enrolled'

/** The whole state of the network. A reset creates a new one. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** The network's base URL, without a trailing slash. */
  base(): string
  /**
   * Returns an id with the time in its upper bits, like a real one. Such an id exceeds what a JavaScript number can
   * hold.
   */
  nextId(): string
  /** Returns a value that is new each time, for codes and the like. */
  secret(): string
  /** The id of this run. A grant with another run's id is from an earlier run. */
  readonly run: string
  readonly people: ReadonlyMap<string, Person>
  /**
   * Returns the person with that name, or null when no person can have it. A numbered person is created on first use.
   */
  person(name: string): Person | null
  personById(id: string): Person | null
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** App-only tokens, mapped to the app's client id. */
  readonly bearers: Map<string, string>
  readonly posts: Map<string, Post>
  readonly files: Map<string, File>
  readonly app: { trouble: AppTrouble; reusedRefreshTokens: number; refusedDuplicates: number }
  /** The number of posts read per day. */
  readonly reads: Map<string, number>
}

/** The epoch of the network's ids, in milliseconds. */
const epochMs = 1_288_834_974_657n

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const secret = secretsOf(world, 'x')
  const people = new Map<string, Person>()
  const byId = new Map<string, Person>()
  let lastMs = 0
  let within = 0

  const nextId = () => {
    const ms = Math.max(Math.floor(world.clock.ms()), lastMs)
    within = ms === lastMs ? within + 1 : 0
    lastMs = ms
    return String(((BigInt(ms) - epochMs) << 22n) + BigInt(within))
  }
  const person = (name: string): Person | null => {
    const known = people.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made: Person = {
      name,
      // The id is the same after each start, so that a connected account stays valid.
      id: String(firstPersonId + BigInt(numberOf(name))),
      createdAt: new Date(Date.UTC(2024, 0, 1)),
      premium: name === 'carla',
      standing: 'active',
      tookBackEarlier: false,
      failsNextFile: false,
      posts: [],
      lastOf: new Map(),
      postsCount: 0,
    }
    people.set(name, made)
    byId.set(made.id, made)
    return made
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/x`,
    nextId,
    secret,
    run: secret().slice(0, 10),
    people,
    person,
    personById: (id) => byId.get(id) ?? person(nameOf(id) ?? ''),
    codes: new Map(),
    grants: new Map(),
    tokens: new Map(),
    bearers: new Map(),
    posts: new Map(),
    files: new Map(),
    app: { trouble: 'none', reusedRefreshTokens: 0, refusedDuplicates: 0 },
    reads: new Map(),
  }
}

const firstPersonId = 1_700_000_000_000_000_000n
const persons = ['alice', 'bob', 'carla']

function numberOf(name: string): number {
  const person = persons.indexOf(name)
  return person >= 0 ? person + 1 : 1_000 + Number(name.slice('user-'.length))
}

function nameOf(id: string): string | null {
  if (!/^17000000000000\d{5}$/.test(id)) return null
  const number = Number(id.slice(-5))
  return persons[number - 1] ?? `user-${number - 1_000}`
}
