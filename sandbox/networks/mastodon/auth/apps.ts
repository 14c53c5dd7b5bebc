import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { isAtLeast, type Rules } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import type { App } from '../state/records.ts'
import { listOf, type Params, readAllParams, textParam } from '../wire/params.ts'
import { invalid } from '../wire/refusals.ts'
import { tokenOf } from './callers.ts'
import { registerApp } from './sealed.ts'

/** App registration: each instance has its own list of apps, and anyone may register one. */

export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob'

const scopePattern = /^(profile|follow|push|(read|write)(:[a-z]+)?)$/

/** Returns null if the server does not know one of the scopes. */
export function scopesOf(text: string | null, rules: Rules): readonly string[] | null {
  const scopes = [...new Set((text ?? '').split(/[ +]+/).filter((scope) => scope !== ''))]
  const known = (scope: string) => scopePattern.test(scope) && (scope !== 'profile' || isAtLeast(rules, 4, 3))
  return scopes.every(known) ? scopes : null
}

export function appRoutes(instance: Instance): readonly Route[] {
  const { rules } = instance
  return [
    route('POST', '/api/v1/apps', 'createApp', { accepts: ['json', 'form', 'multipart'], writes: true }, (incoming) => {
      const params = readAllParams(incoming)
      const name = (textParam(params, 'client_name') ?? '').trim()
      if (name === '') invalid("Name can't be blank")
      const scopes = scopesOf(textParam(params, 'scopes') ?? 'read', rules)
      if (scopes === null) return invalid("Scopes doesn't match configured on the server.")
      const app = registerApp(instance, {
        id: instance.nextId(),
        name,
        website: textParam(params, 'website'),
        scopes: scopes.length === 0 ? ['read'] : scopes,
        redirectUris: redirectUrisOf(params, rules),
      })
      const secrets = { client_id: app.clientId, client_secret: app.clientSecret }
      const lasts = isAtLeast(rules, 4, 4) ? { client_secret_expires_at: 0 } : {}
      return ok({ ...shownApp(app, rules), ...secrets, ...lasts })
    }),
    route('GET', '/api/v1/apps/verify_credentials', 'verifyApp', withToken, (incoming) =>
      ok(shownApp(tokenOf(instance, incoming, []).app, rules)),
    ),
  ]
}

function redirectUrisOf(params: Params, rules: Rules): readonly string[] {
  const listed = isAtLeast(rules, 4, 3) ? listOf(params, 'redirect_uris') : []
  const uris = listed.length > 0 ? listed : (textParam(params, 'redirect_uris') ?? '').split(/\s+/).filter(Boolean)
  if (uris.length === 0) return invalid("Redirect URI can't be blank")
  for (const uri of uris) {
    const wrong = uri === outOfBand ? null : wrongWith(uri)
    if (wrong !== null) invalid(`Redirect URI ${wrong}`)
  }
  return uris
}

function wrongWith(uri: string): string | null {
  if (!URL.canParse(uri)) return 'must be an absolute URI.'
  if (uri.includes('#')) return 'cannot contain a fragment.'
  return /^(javascript|data|vbscript|file):/i.test(uri) ? 'is forbidden by the server.' : null
}

function shownApp(app: App, rules: Rules): object {
  const lists = isAtLeast(rules, 4, 3) ? { scopes: app.scopes, redirect_uris: app.redirectUris } : {}
  return { id: app.id, name: app.name, website: app.website, ...lists, redirect_uri: app.redirectUris.join('\n') }
}
