import { z } from 'zod'
import { ownFailure, readAnswer } from '#connectors/api/json-api.ts'
import { type Auth, CallFailed, type Granted, type Http, type JsonObject } from '#connectors/connector.ts'
import { apiUrlOf } from '../api/address.ts'
import { appAnswer, ask, type Server } from '../api/calls.ts'
import { askInstance, askSoftware } from '../api/instance.ts'
import type { Grant } from '../memo.ts'
import { askAccount, notCalled, oauthAt, remoteIdOf, revoke } from './oauth.ts'
import { neededScopes, outOfScope } from './scopes.ts'

/**
 * Signing in to a server. A user either signs in on its page, or creates a token in their preferences there and enters
 * it here. Neither kind of token expires or is renewed.
 */

/** A token that can be sent in a header. */
const tokenText = /^[\x21-\x7e]+$/

const fields = z.object({
  instanceUrl: z.string().min(1).max(500).meta({ description: 'The server that hosts the account.' }),
  accessToken: z.string().trim().regex(tokenText, 'must be a single word, as Mastodon shows it').max(1_024).meta({
    description: 'Access token of an application that you create on your server under Preferences, Development.',
  }),
})

export const auth: Auth<Grant> = {
  kind: 'direct',
  scopes: neededScopes,
  fields,
  connect,
  oauthAt,
  // A server issues the same token to the same app again, so revoking a replaced grant would revoke the new one.
  revoke,
  whoami,
}

async function connect(http: Http, given: JsonObject): Promise<Granted<Grant>> {
  const { instanceUrl, accessToken } = fields.parse(given)
  const apiUrl = apiUrlOf(instanceUrl, http.addresses.api)
  if (apiUrl === null) throw notCalled
  // First checks that the URL is a Mastodon server: the token is not sent to any other.
  await askInstance(http, apiUrl)
  const software = await askSoftware(http, apiUrl)
  const server = { apiUrl, accessToken }
  const account = await askAccount(http, server)
  const { app, scopes } = await askApp(http, server)
  const missing = scopes ? neededScopes.filter((needed) => !covers(scopes, needed)) : []
  if (missing.length > 0) throw ownFailure(outOfScope)
  return {
    grant: { apiUrl, accessToken, software, app },
    principal: remoteIdOf(apiUrl, account.id),
    scopes: scopes ?? [],
    expiresAt: null,
  }
}

async function whoami(http: Http, grant: Grant) {
  const { apiUrl, software, app } = grant
  const account = await askAccount(http, grant)
  const { domain: claimed, version, apiVersion, limits } = await askInstance(http, apiUrl)
  // A server may claim any domain. Only a server configured by the operator is trusted; for others, the host determines
  // the domain.
  const domain = apiUrl === http.addresses.api ? claimed : new URL(apiUrl).host
  const { id, username, display_name: name, avatar, followers_count: followers, url } = account
  return {
    remoteId: remoteIdOf(apiUrl, id),
    handle: `${plainUsername(username) || id}@${domain}`,
    displayName: name.trim() === '' ? null : name,
    avatar,
    followers: followers ?? null,
    following: account.following_count ?? undefined,
    posts: account.statuses_count ?? undefined,
    // JSON drops undefined values.
    facts: { id, host: domain, apiUrl, profileUrl: url, software, app, version, apiVersion, limits: defined(limits) },
  }
}

/**
 * Keeps only the characters that account names have on every Fediverse server. Anyone can run a server, and handles
 * become part of URLs.
 */
const plainUsername = (name: string): string => name.replace(/[^\p{L}\p{N}_.-]+/gu, '').replace(/^\.+/, '')

const defined = (values: Readonly<Record<string, number | readonly string[] | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Reads the token's app and scopes; null if the server is too old to return them. */
async function askApp(http: Http, server: Server): Promise<{ app: string | null; scopes: readonly string[] | null }> {
  try {
    const path = '/api/v1/apps/verify_credentials'
    const verified = readAnswer(await ask(http, server, { name: 'verifyApp', method: 'GET', path }), appAnswer)
    return { app: verified.name ?? null, scopes: verified.scopes ?? null }
  } catch (error) {
    const isUnknown = error instanceof CallFailed && [403, 404, 422].includes(error.failure.status ?? 0)
    if (!isUnknown) throw error
    return { app: null, scopes: null }
  }
}

/**
 * True if the granted scopes cover the required scope: `write` covers `write:statuses`, and `profile` is the limited
 * `read:accounts` of newer servers.
 */
const covers = (granted: readonly string[], needed: string): boolean =>
  granted.includes(needed) ||
  granted.includes(needed.split(':')[0] ?? '') ||
  (needed === 'read:accounts' && granted.includes('profile'))
