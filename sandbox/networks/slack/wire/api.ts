import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { treeOr } from '../../../core/kit/tree.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Workspace } from '../state/records.ts'
import { fail, ok, tooMany } from './answers.ts'

/** A call of the Web API with a valid token. */
export interface ApiCall {
  readonly platform: Platform
  readonly workspace: Workspace
  /** The person who installed the app. */
  readonly installer: Person
  readonly scopes: readonly string[]
  readonly args: Readonly<Record<string, unknown>>
  /** Returns a text argument. Empty if missing. */
  text(name: string): string
}

export interface Method {
  readonly name: string
  /** The scope that the token needs. Null for any token. */
  readonly scope: string | null
  readonly writes?: true
  /** True for calls that write into a channel, which have their own limit. */
  readonly sends?: true
  run(call: ApiCall): object
}

/** Creates routes for the methods: `/api/chat.postMessage`. */
export function apiRoutes(platform: Platform, methods: readonly Method[]): readonly Route[] {
  const throttle = createThrottle(platform)
  return methods.flatMap((method) => {
    const handle = (incoming: Incoming) => {
      const call = callOf(platform, incoming, method)
      throttle.countCall(call.workspace, method.name)
      if (method.sends) throttle.countMessage(call.text('channel'))
      return ok(method.run(call))
    }
    const route = { path: `/api/${method.name}`, call: method.name, token: 'access', handle } as const
    const writes = method.writes ? ({ writes: true } as const) : {}
    return [
      { ...route, ...writes, method: 'POST', accepts: ['json', 'form'] },
      { ...route, ...writes, method: 'GET' },
    ] as const
  })
}

function callOf(platform: Platform, incoming: Incoming, { scope }: Method): ApiCall {
  const args = argsOf(incoming)
  const given = incoming.bearer ?? (typeof args.token === 'string' ? args.token : null)
  if (given === null) return fail('not_authed')
  const token = platform.tokens.find(given)
  if (!token) return fail('invalid_auth')
  if (!platform.tokens.isLive(token)) return fail('token_revoked')
  const { scopes, person: installer } = token.grant
  if (scope !== null && !scopes.includes(scope)) fail('missing_scope', { needed: scope, provided: scopes.join(',') })
  const text = (name: string) => (typeof args[name] === 'string' ? String(args[name]) : '')
  return { platform, workspace: installer.workspace, installer, scopes, args, text }
}

/** Reads the arguments of a call: JSON, or a form whose structured fields are JSON texts. */
function argsOf({ body, query }: Incoming): Readonly<Record<string, unknown>> {
  if (body.kind === 'json') return treeOr(body.value)
  const fields = body.kind === 'form' ? body.fields : [...query]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'blocks' || name === 'view' ? parsed(value) : value]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('invalid_json')
  }
}

const minuteMs = 60_000

/** Counts the calls of a method in a workspace, and the messages in a channel. */
function createThrottle({ world, rules }: Platform) {
  const windows = createWindows(world.clock, { isOn: () => rules.rateLimits })
  function count(name: string, lengthMs: number, most: number): void {
    const window = windows(name, lengthMs)
    window.count += 1
    if (rules.rateLimits && window.count > most)
      refuse(tooMany(Math.ceil((window.endsAtMs - world.clock.ms()) / 1_000)))
  }
  return {
    countCall: ({ id }: Workspace, method: string) => count(`${id}/${method}`, minuteMs, rules.callsPerMinute),
    countMessage: (channel: string) => count(`message/${channel}`, 1_000, rules.messagesPerSecond),
  }
}

function refuse(answer: Answer): never {
  throw new Refused(answer)
}
