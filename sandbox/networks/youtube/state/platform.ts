import { createHmac } from 'node:crypto'
import { createDue, type Due } from '../../../core/kit/due.ts'
import type { World } from '../../../core/network.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { Comment, Person, Session, Video } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  readonly tokens: Tokens<Person>
  readonly videos: Map<string, Video>
  readonly sessions: Map<string, Session>
  /** Ordered by time. */
  readonly comments: Map<string, Comment>
  readonly due: Due
  readonly app: {
    /** The number of bytes that arrived again after their arrival had been confirmed. */
    bytesAgain: number
    isQuotaUsedUp: boolean
  }
}

const ids = { perTick: 1n << 20n }

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const core = createPlatformCore(world, 'youtube', { rules, ids, person: (name) => personCalled(world, name) })
  return {
    ...core,
    tokens: createTokens(core, { prefixes: { access: 'ya29.', refresh: '1//' } }),
    videos: new Map(),
    sessions: new Map(),
    comments: new Map(),
    due: createDue(),
    app: { bytesAgain: 0, isQuotaUsedUp: false },
  }
}

/** Creates a person with a channel. Carla did not confirm a phone number. */
function personCalled(world: World, name: string): Person {
  const named = (what: string) =>
    createHmac('sha256', `youtube/${world.random.fixed('youtube/people')}`)
      .update(`${what}/${name}`)
      .digest('base64url')
      .slice(0, 22)
  const channel = named('channel')
  return {
    name,
    // The IDs are the same after each start, so that a connected channel stays valid.
    channelId: `UC${channel}`,
    uploadsId: `UU${channel}`,
    createdAt: new Date(Date.UTC(2024, 0, 1)),
    hasChannel: true,
    hasPhone: name !== 'carla',
    isSuspended: false,
    mayUpload: true,
    failsNext: null,
    rejectsNext: null,
    playlists: ['Places', 'Recipes'].map((title) => ({ id: `PL${named(title)}`, title, items: [] })),
    videos: [],
  }
}
