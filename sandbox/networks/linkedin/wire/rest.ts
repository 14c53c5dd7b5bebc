import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import { answered, withHeaders } from '../../../core/limits/answered.ts'
import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { no } from './refusals.ts'
import { checkPath, type Query, queryIn } from './restli.ts'

/** A call of the versioned API, after the checks that all of its calls share. */
export interface Call {
  readonly incoming: Incoming
  readonly caller: Caller
  readonly query: Query
  readonly body: unknown
  readonly version: string
}

type Traits = Omit<Parameters<typeof route>[3], 'token'>

/** Builds routes of the versioned API. The token is checked first, then the requested version, then the protocol. */
export const rest =
  (platform: Platform) =>
  (
    method: Route['method'],
    path: string,
    call: string,
    traits: Traits,
    handle: (call: Call) => Answer | Promise<Answer>,
  ): Route =>
    route(method, path, call, { ...withToken, ...traits }, (incoming) => {
      const caller = requireCaller(platform, incoming)
      const version = versionOf(platform, incoming)
      const isSecond = isSecondProtocol(platform, incoming)
      if (isSecond) checkPath(incoming.path)
      const query = isSecond ? queryIn(incoming.search) : new Map(incoming.query)
      const body = incoming.body.kind === 'json' ? incoming.body.value : {}
      return handle({ incoming, caller, query, body, version })
    })

function versionOf({ rules }: Platform, { headers }: Incoming): string {
  const version = headers['linkedin-version']
  if (typeof version !== 'string' || version === '')
    return no(400, {
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    })
  const month = Number(version.slice(4))
  const isOne = /^\d{6}$/.test(version) && month >= 1 && month <= 12
  if (isOne && version >= rules.oldestVersion && version <= rules.newestVersion) return version
  return no(426, { code: 'NONEXISTENT_VERSION', message: `Requested version ${version} is not active` })
}

function isSecondProtocol({ rules }: Platform, { headers }: Incoming): boolean {
  if (headers['x-restli-protocol-version'] === '2.0.0') return true
  if (!rules.demandsProtocol) return false
  return no(400, {
    code: 'ILLEGAL_ARGUMENT',
    message: 'The header X-Restli-Protocol-Version must be 2.0.0',
  })
}

/** Adds the headers of every `/rest` and `/v2` response, which help the network's staff to find a call. */
export const signed =
  (platform: Platform) =>
  (route: Route): Route => {
    if (!/^\/(rest|v2)\//.test(route.path)) return route
    return {
      ...route,
      handle: async (incoming) =>
        withHeaders(await answered(route, incoming), {
          'x-li-uuid': platform.secret().slice(0, 22),
          'x-li-fabric': 'prod-sandbox',
          'x-restli-protocol-version': '2.0.0',
        }),
    }
  }
