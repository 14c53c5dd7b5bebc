import { createHmac } from 'node:crypto'
import { createDue, type Due } from '../../../core/kit/due.ts'
import type { World } from '../../../core/network.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { Job, Person, Post, Upload } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  /** Returns the log ID of a response, which the network's staff uses to find the call. */
  logId(): string
  readonly tokens: Tokens<Person>
  readonly jobs: Map<string, Job>
  readonly posts: Map<string, Post>
  readonly uploads: Map<string, Upload>
  readonly due: Due
  readonly app: { userCapReached: boolean; reusedRefreshTokens: number }
}

const ids = { tickMs: 1_000, perTick: 1n << 32n, each: 4_099n, first: 7_000_001n }

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const core = createPlatformCore(world, 'tiktok', { rules, ids, person: (name) => personCalled(world, name) })
  return {
    ...core,
    logId() {
      const at = world.clock.now().toISOString().replace(/\D/g, '').slice(0, 14)
      return `${at}${core.secret().toUpperCase().slice(0, 18)}`
    },
    tokens: createTokens(core, { prefixes: { access: 'act.', refresh: 'rft.' } }),
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
    // The ID is the same after each start, so that a connected account stays valid.
    openId: `-000${id.slice(0, 8)}-${id.slice(8, 12)}_${id.slice(12, 32)}`,
    unionId: [8, 4, 4, 4, 12].map((length, at) => named(`union/${at}`).slice(0, length)).join('-'),
    createdAt: new Date(Date.UTC(2024, 0, 1)),
    isPrivate: isCarla,
    commentsOff: isCarla,
    duetsOff: isCarla,
    stitchesOff: isCarla,
    maxVideoMs: isCarla ? 60_000 : 600_000,
    suspicion: 'none',
    failsNext: null,
    jobs: [],
    posts: [],
  }
}

/** Returns the username that follows the `@`. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Person): string => name.replace('-', '.')
