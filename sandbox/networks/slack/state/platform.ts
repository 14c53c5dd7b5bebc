import { createDue, type Due } from '../../../core/kit/due.ts'
import type { World } from '../../../core/network.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { displayNameOf, numberOf } from '../../../core/people/accounts.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { ChatFile, Message, Person, ResponseUrl, Trigger, View, Workspace } from './records.ts'

/** All state of the chat. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  readonly tokens: Tokens<Person>
  readonly workspaces: ReadonlyMap<string, Workspace>
  readonly messages: Message[]
  readonly files: Map<string, ChatFile>
  readonly views: Map<string, View>
  readonly triggers: Map<string, Trigger>
  readonly responseUrls: Map<string, ResponseUrl>
  readonly due: Due
  /** Returns a unique timestamp, which is the ID of a message in its channel. */
  nextTs(): string
  /** Returns an ID such as `Ev0123456789`. */
  idWith(prefix: string): string
  personById(id: string): Person | null
  readonly app: { origin: string; deliveries: number; refusedDeliveries: number }
}

const ids = { perTick: 1_000n, first: 1n }

export const appId = 'A0SANDBOX01'

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const workspaces = new Map<string, Workspace>()
  const byId = new Map<string, Person>()
  const workspaceOf = (name: string): Workspace => {
    const made = newWorkspace(name)
    const known = workspaces.get(made.id) ?? made
    workspaces.set(known.id, known)
    return known
  }
  const core = createPlatformCore<Rules, Person>(world, 'slack', {
    rules,
    ids,
    person(name) {
      const number = String(numberOf(name)).padStart(7, '0')
      const workspace = workspaceOf(name)
      const person = { name, id: `U0P${number}`, dmId: `D0P${number}`, workspace, home: null, modals: [] }
      byId.set(person.id, person)
      byId.set(person.dmId, person)
      return person
    },
  })
  let lastMicros = 0
  return {
    ...core,
    tokens: createTokens(core, { prefixes: { access: 'xoxb-', refresh: 'xoxe-' } }),
    workspaces,
    messages: [],
    files: new Map(),
    views: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    due: createDue(),
    nextTs() {
      lastMicros = Math.max(lastMicros + 1, world.clock.ms() * 1_000)
      return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, '0')}`
    },
    idWith: (prefix) => `${prefix}0${BigInt(core.nextId()).toString(36).toUpperCase()}`,
    personById: (id) => byId.get(id) ?? null,
    app: { origin: '', deliveries: 0, refusedDeliveries: 0 },
  }
}

/** Alice, Bob and Carla share a workspace. Each numbered person has their own. */
function newWorkspace(name: string): Workspace {
  const number = name.startsWith('user-') ? numberOf(name) : 1
  const digits = String(number).padStart(7, '0')
  const title = number === 1 ? 'Harbour' : `Team of ${displayNameOf(name)}`
  const domain = number === 1 ? 'harbour' : `team-of-${name}`
  const at = { id: `T0P${digits}`, botId: `U0B${digits}`, channelId: `C0P${digits}` }
  return { ...at, name: title, domain, installedBy: null }
}

/** Removes the app from a workspace, for all of its people. */
export function endInstallation(platform: Platform, workspace: Workspace): void {
  for (const person of platform.people.values()) {
    if (person.workspace !== workspace) continue
    platform.tokens.endAll(person)
    person.home = null
    person.modals.length = 0
  }
  workspace.installedBy = null
}
