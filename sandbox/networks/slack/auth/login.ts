import type { Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  type Back,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { formValue, isCallback, readBasicAuth, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { appId, endInstallation, type Platform } from '../state/platform.ts'
import { fail } from '../wire/answers.ts'
import { scopeTitles } from './scopes.ts'

const texts: ConsentTexts = {
  signed: ' | Slack',
  title: 'The app is requesting permission to access the workspace',
  lead: 'will be able to:',
  allow: 'Allow as',
  cancel: 'Cancel',
  sorry: 'Something went wrong when authorizing this app.',
}

/** The page on which a person installs an app into their workspace. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/v2/authorize',
    parameters: ['client_id', 'redirect_uri', 'scope', 'user_scope', 'state'],
    texts,
    scopeTitles,
    read: (query, back) => readRequest(platform, query, back),
    denied: () => ({ error: 'access_denied' }),
    handle: (person) => person.workspace.name,
    codeMs: () => platform.rules.codeMs,
  })

function readRequest({ rules }: Platform, query: URLSearchParams, back: Back): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) sorry(texts, 'invalid_client_id')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(texts, 'redirect_uri did not match any configured URIs.')
  const state = query.get('state')
  const scopes = scopesIn(query, ',')
  if (scopes.length === 0) back(redirectUri, state, { error: 'no_scopes' })
  if (scopes.some((scope) => !Object.hasOwn(scopeTitles, scope))) back(redirectUri, state, { error: 'invalid_scope' })
  return { app, clientId, redirectUri, scopes, state }
}

/** Bot tokens do not expire. */
const foreverMs = 100 * 366 * 86_400_000

/** Exchanges a code for the token of the app in that workspace. */
export function giveAccess(platform: Platform, incoming: Incoming): object {
  checkClient(incoming)
  const redirectUri = formValue(incoming, 'redirect_uri')
  const { person, scopes, ...code } = takeCode(
    platform,
    { code: formValue(incoming, 'code') ?? '', redirectUri },
    { unknown: () => fail('invalid_code'), redirectUri: () => fail('bad_redirect_uri') },
  )
  const { workspace } = person
  workspace.installedBy = person
  platform.app.origin = new URL(code.redirectUri).origin
  const grant = platform.tokens.grant({ clientId: sandboxApp.id, person, scopes })
  const isWide = platform.rules.enterprise
  return {
    app_id: appId,
    authed_user: { id: person.id },
    scope: scopes.join(','),
    token_type: 'bot',
    access_token: platform.tokens.issue(grant, 'access', foreverMs).text,
    ...(platform.rules.rotates ? { refresh_token: `xoxe-1-${workspace.id}`, expires_in: 43_200 } : {}),
    bot_user_id: workspace.botId,
    team: isWide ? null : { id: workspace.id, name: workspace.name },
    enterprise: isWide ? { id: 'E0P0000001', name: 'Harbour Group' } : null,
    is_enterprise_install: isWide,
  }
}

/** Removes the app from the token's workspace. */
export function uninstall(platform: Platform, incoming: Incoming): object {
  checkClient(incoming)
  const token = platform.tokens.find(incoming.bearer ?? formValue(incoming, 'token') ?? '')
  if (!token || !platform.tokens.isLive(token)) return fail('invalid_auth')
  endInstallation(platform, token.grant.person.workspace)
  return {}
}

function checkClient(incoming: Incoming): void {
  const { id, secret } = readBasicAuth(incoming) ?? {
    id: formValue(incoming, 'client_id'),
    secret: formValue(incoming, 'client_secret'),
  }
  if (id !== sandboxApp.id) fail('invalid_client_id')
  if (secret !== sandboxApp.secret) fail('bad_client_secret')
}
