import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import { type Auth, CallFailed, type Granted, type Http, type RemoteAccount } from '#connectors/connector.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { stateError } from '../api/error-name.ts'
import { addressOf, serverIn, serverOfDid, signInServer } from '../api/server.ts'
import { procedure, query } from '../api/xrpc.ts'
import { expiryOf, type Grant, scopesOf, warningsOf } from './grant.ts'
import { cleaned, oauthAt, refreshConsent, revokeConsent } from './oauth.ts'

const fields = z.object({
  identifier: z
    .string()
    .refine((typed) => cleaned(typed) !== '', sentences.blank)
    .meta({ title: 'Handle', description: 'Handle, DID or email address.' }),
  appPassword: z.string().meta({
    title: 'App password',
    description: 'Create one in Bluesky under Settings › Privacy and security. It’s not your account password.',
  }),
  pdsUrl: z.string().optional().meta({
    title: 'Server',
    description: 'The server that hosts the account. Required only if it cannot be looked up.',
  }),
})

const session = z.object({
  accessJwt: z.string(),
  refreshJwt: z.string(),
  did: z.string(),
  handle: z.string(),
  didDoc: z.unknown().optional(),
})

const xrpcServer = 'com.atproto.server'

/**
 * Sign-in with an app password, which is exchanged for a renewable session and not stored, or with OAuth at the
 * account's server.
 */
export const auth: Auth<Grant> = {
  kind: 'direct',
  fields,
  warningsOf,
  oauthAt,

  async connect(http, given) {
    const { identifier: typed, appPassword, pdsUrl } = fields.parse(given)
    const identifier = cleaned(typed)
    const named = pdsUrl === undefined ? null : addressOf(pdsUrl)
    if (pdsUrl !== undefined && named === null) throw ownFailure('BadServer')
    const door = named ?? (await signInServer(http, identifier))
    if (door === null) throw ownFailure('NoServer')
    const input = { identifier, password: cleanedPassword(appPassword) }
    const made = await procedure(http, { server: door, nsid: `${xrpcServer}.createSession`, input }, session)
    return granted(made, await homeOf(http, door, made))
  },

  async refresh(http, grant) {
    if (grant.consent) return await refreshConsent(http, grant, grant.consent)
    const nsid = `${xrpcServer}.refreshSession`
    const made = await procedure(http, { server: grant.server, nsid, token: grant.refreshJwt }, session)
    if (made.did !== grant.did) throw ownFailure('OtherAccount')
    return granted(made, grant.server)
  },

  async revoke(http, grant) {
    if (grant.consent) return await revokeConsent(http, grant, grant.consent)
    const { server, refreshJwt: token } = grant
    await procedure(http, { server, nsid: `${xrpcServer}.deleteSession`, token }, z.unknown())
  },
  endsAlone: true,

  async whoami(http, grant) {
    const { server } = grant
    const call = { server, nsid: `${xrpcServer}.getSession`, as: grant }
    const { did, handle, active, status } = await query(http, call, state)
    if (did !== grant.did) throw ownFailure('OtherAccount')
    if (active === false) throw ownFailure(stateError(status))
    const seen = await profileOf(http, grant)
    return {
      remoteId: did,
      handle: isHandle.test(handle) ? handle : did,
      ...seen,
      facts: { server, videoService: http.addresses.video !== undefined },
    }
  },
}

/** The syntax of handles, which are domain names. */
const isHandle = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i

const state = z.object({
  did: z.string(),
  handle: z.string(),
  active: z.boolean().optional(),
  status: z.string().optional(),
})

/**
 * Normalizes an app password, which is four groups of four characters. People paste it with spaces around the groups or
 * in place of the hyphens.
 */
function cleanedPassword(typed: string): string {
  const words = typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .split(/[\s-]+/)
  return words.length === 4 && words.every((word) => word.length === 4) ? words.join('-') : typed
}

/**
 * Returns the account's real server. The operator's own server is trusted. Any other server could claim any account, so
 * the account's DID document has to name it.
 */
async function homeOf(http: Http, door: string, { did, didDoc }: z.output<typeof session>): Promise<string> {
  if (door === http.addresses.api) return serverIn(didDoc, did) ?? (await serverOfDid(http, did).catch(nothing)) ?? door
  const home = await serverOfDid(http, did)
  if (home === null || new URL(home).origin !== new URL(door).origin) throw ownFailure('ElsewhereAccount')
  return home
}

function nothing(error: unknown): null {
  if (error instanceof CallFailed) return null
  throw error
}

const granted = ({ did, handle, accessJwt, refreshJwt }: z.output<typeof session>, server: string): Granted<Grant> => ({
  grant: { did, handle, server, accessJwt, refreshJwt },
  principal: did,
  scopes: scopesOf(accessJwt),
  expiresAt: expiryOf(accessJwt),
})

const profile = z.object({
  displayName: z.string().optional(),
  avatar: z.string().optional(),
  followersCount: z.number().optional(),
  followsCount: z.number().optional(),
  postsCount: z.number().optional(),
})

/** Reads the profile, which is only displayed. A failure leaves these fields null. */
async function profileOf(
  http: Http,
  grant: Grant,
): Promise<Pick<RemoteAccount, 'displayName' | 'avatar' | 'followers' | 'following' | 'posts'>> {
  try {
    const { did: actor, server } = grant
    const call = { server, nsid: 'app.bsky.actor.getProfile', params: { actor }, as: grant }
    const { displayName, avatar, followersCount, followsCount, postsCount } = await query(http, call, profile)
    return {
      displayName: displayName || null,
      avatar: avatar ?? null,
      followers: followersCount ?? null,
      following: followsCount,
      posts: postsCount,
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { displayName: null, avatar: null, followers: null }
  }
}
