import { isAccountName } from '../../core/accounts.ts'
import type { World } from '../../core/network.ts'
import { secretsOf } from '../../core/secrets.ts'
import type { Code, File, Grant, Person, Post, Token } from './records.ts'
import type { Rules } from './rules.ts'

/** What is wrong with the app as a whole, whoever it acts for. */
export type AppTrouble = 'none' | 'no_credits' | 'usage_capped' | 'not_enrolled'

/** The whole network with all that it remembers. A reset makes another. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** Where it is reached, without a slash at the end. */
  base(): string
  /** Time in the upper bits, as with the real ones: far beyond what a JavaScript number holds. */
  nextId(): string
  /** For what must be new each time, such as codes. */
  secret(): string
  /** Names this run: what was granted in another one is of before. */
  readonly run: string
  readonly people: ReadonlyMap<string, Person>
  /** Null: nobody can have that name here. A numbered person is made when first asked for. */
  person(name: string): Person | null
  personById(id: string): Person | null
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** App-only tokens. */
  readonly bearers: Map<string, string>
  readonly posts: Map<string, Post>
  readonly files: Map<string, File>
  readonly app: { trouble: AppTrouble; reusedRefreshTokens: number; refusedDuplicates: number }
  /** Posts read, by day. */
  readonly reads: Map<string, number>
}

/** From when the network's ids count their milliseconds. */
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
      // The same after each start, so that what a person has connected stays what it is.
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
