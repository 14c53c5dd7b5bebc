import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { isAccountName, nameNumbered, numberOf } from '../../../core/people/accounts.ts'
import type { Place } from '../../meta/paging.ts'
import type { Rules } from '../rules.ts'
import type { Code, Container, Person, Post, Token } from './records.ts'

export const app = {
  id: 'sandbox-app',
  secret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
  title: 'Sandbox app',
} as const

/** The whole state of the network. A reset creates a new one. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** The network's base URL, without a trailing slash. */
  base(): string
  /**
   * Returns an odd id that exceeds what a JavaScript number can hold. Read as a number, it becomes an id that does not
   * exist.
   */
  nextId(): string
  /** Returns a value that is new each time, for codes and the like. */
  secret(): string
  readonly people: ReadonlyMap<string, Person>
  /**
   * Returns the person with that name, or null when no person can have it. A numbered person is created on first use.
   */
  person(name: string): Person | null
  personById(id: string): Person | null
  readonly codes: Map<string, Code>
  readonly tokens: Map<string, Token>
  readonly containers: Map<string, Container>
  readonly posts: Map<string, Post>
}

/** The only version. It precedes the path of every call except those for tokens. */
export const version = '/v1.0'

const firstId = 24_900_000_000_000_001n
const apart = 4n

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const people = new Map<string, Person>()
  let lastMs = 0
  let within = 0

  const person = (name: string): Person | null => {
    const known = people.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made = personCalled(name)
    people.set(name, made)
    return made
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/threads`,
    nextId() {
      const ms = Math.max(Math.floor(world.clock.ms()), lastMs)
      within = ms === lastMs ? within + 1 : 0
      lastMs = ms
      return String(BigInt(ms) * 10_000n + BigInt(within) * 2n + 1n)
    },
    secret: secretsOf(world, 'threads'),
    people,
    person,
    personById(id) {
      if (!/^[0-9]{17}$/.test(id)) return null
      const found = person(nameNumbered(Number((BigInt(id) - firstId) / apart)))
      return found?.id === id ? found : null
    },
    codes: new Map(),
    tokens: new Map(),
    containers: new Map(),
    posts: new Map(),
  }
}

function personCalled(name: string): Person {
  return {
    name,
    id: String(firstId + BigInt(numberOf(name)) * apart),
    isPrivate: false,
    isTester: false,
    standing: 'active',
    dead: null,
    fresh: new Set(),
    failsNext: null,
    posts: [],
    deletesMs: [],
  }
}

/** Returns the username that follows the `@`. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Person): string => name.replace('-', '.')

export const placeOf = ({ base, rules }: Platform): Place => ({
  base: `${base()}${version}`,
  maxRows: rules.pageSizeMax,
})
