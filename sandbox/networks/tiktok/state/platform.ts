import { createHmac } from 'node:crypto'
import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { Rules } from '../rules.ts'
import { createDue, type Due } from './due.ts'
import type { Code, Grant, Job, Person, Post, Token, Upload } from './records.ts'

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
  /** Returns the log id of an answer, by which the network's staff finds the call. */
  logId(): string
  /** The id of this run. A grant with another run's id is from an earlier run. */
  readonly run: string
  readonly people: ReadonlyMap<string, Person>
  /**
   * Returns the person with that name, or null when no person can have it. A numbered person is created on first use.
   */
  person(name: string): Person | null
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  readonly jobs: Map<string, Job>
  readonly posts: Map<string, Post>
  readonly uploads: Map<string, Upload>
  readonly due: Due
  readonly app: { userCapReached: boolean; reusedRefreshTokens: number }
}

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const secret = secretsOf(world, 'tiktok')
  const people = new Map<string, Person>()
  let lastS = 0
  let within = 0

  const nextId = () => {
    const s = Math.max(Math.floor(world.clock.ms() / 1_000), lastS)
    within = s === lastS ? within + 1 : 0
    lastS = s
    return String((BigInt(s) << 32n) + 7_000_001n + BigInt(within) * 4_099n)
  }
  const person = (name: string): Person | null => {
    const known = people.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const made = personCalled(world, name)
    people.set(name, made)
    return made
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/tiktok`,
    nextId,
    secret,
    logId: () => {
      const at = world.clock.now().toISOString().replace(/\D/g, '').slice(0, 14)
      return `${at}${secret().toUpperCase().slice(0, 18)}`
    },
    run: secret().slice(0, 10),
    people,
    person,
    codes: new Map(),
    grants: new Map(),
    tokens: new Map(),
    jobs: new Map(),
    posts: new Map(),
    uploads: new Map(),
    due: createDue(),
    app: { userCapReached: false, reusedRefreshTokens: 0 },
  }
}

/** Creates a person. Carla's account is private, allows no comments and has a short limit for videos. */
function personCalled(world: World, name: string): Person {
  const named = (what: string) =>
    createHmac('sha256', `tiktok/${world.random.fixed('tiktok/people')}`)
      .update(`${what}/${name}`)
      .digest('hex')
  const id = named('open')
  const isCarla = name === 'carla'
  return {
    name,
    // The id is the same after each start, so that a connected account stays valid.
    openId: `-000${id.slice(0, 8)}-${id.slice(8, 12)}_${id.slice(12, 32)}`,
    unionId: [8, 4, 4, 4, 12].map((length, at) => named(`union/${at}`).slice(0, length)).join('-'),
    createdAt: new Date(Date.UTC(2024, 0, 1)),
    isPrivate: isCarla,
    commentsOff: isCarla,
    duetsOff: isCarla,
    stitchesOff: isCarla,
    maxVideoMs: isCarla ? 60_000 : 600_000,
    suspicion: 'none',
    tookBackEarlier: false,
    failsNext: null,
    jobs: [],
    posts: [],
  }
}

/** Returns the username that follows the `@`. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Person): string => name.replace('-', '.')
