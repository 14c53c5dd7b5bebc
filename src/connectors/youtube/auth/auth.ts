import { z } from 'zod'
import { ownFailure, readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import type { Auth, Granted, Http, OAuth } from '#connectors/connector.ts'
import { askChannel } from './channel.ts'
import type { Grant } from './grant.ts'

const base = 'https://www.googleapis.com/auth/'
/**
 * The scopes to request. The second one allows captions, playlists and the list of uploads. All are required, although
 * a user may deselect each: otherwise the app could upload what it cannot find again.
 */
const scopes = [`${base}youtube.upload`, `${base}youtube.force-ssl`] as const

const oauth: OAuth<Grant> = {
  pkce: true,
  callback: { https: true, localhost: true },
  authorizeUrl(addresses, { clientId }, { redirectUrl, state, scopes: requestedScopes, challenge }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: requestedScopes.join(' '),
      state,
      // Google issues a refresh token for offline access and, after the first time, only if consent is requested again.
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      code_challenge: challenge ?? '',
      code_challenge_method: 'S256',
    })
    return `${requireAddress(addresses, 'auth')}/o/oauth2/v2/auth?${query}`
  },
  async exchange(http, { code, redirectUrl, verifier }) {
    const made = await askToken(http, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      code_verifier: verifier ?? '',
    })
    const { id: channelId } = await askChannel(http, made.access_token)
    return granted(http, made, { channelId, refreshToken: null })
  },
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,

  async refresh(http, { channelId, refreshToken }) {
    if (refreshToken === null) throw ownFailure('invalid_grant')
    const made = await askToken(http, { grant_type: 'refresh_token', refresh_token: refreshToken })
    return granted(http, made, { channelId, refreshToken })
  },

  async revoke(http, { accessToken, refreshToken }) {
    await http.send({
      name: 'revoke',
      method: 'POST',
      url: `${requireAddress(http.addresses, 'token')}/revoke`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken ?? accessToken }).toString(),
    })
  },

  async whoami(http, { accessToken }) {
    const { id, snippet, statistics, contentDetails, status } = await askChannel(http, accessToken)
    const handle = snippet.customUrl?.replace(/^@/, '') ?? ''
    return {
      remoteId: id,
      handle: handle === '' ? snippet.title || id : handle,
      displayName: snippet.title.trim() || null,
      avatar: snippet.thumbnails?.high?.url ?? snippet.thumbnails?.default?.url ?? null,
      followers: statistics?.hiddenSubscriberCount ? null : (statistics?.subscriberCount ?? null),
      posts: statistics?.videoCount ?? undefined,
      facts: {
        uploads: contentDetails?.relatedPlaylists.uploads ?? null,
        longUploads: status?.longUploadsStatus ?? null,
      },
    }
  },
}

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(4_096),
  refresh_token: z.string().min(1).max(4_096).nullish(),
  // Only the tokens matter: a malformed field next to them must not invalidate the response.
  expires_in: z.coerce.number().int().min(1).max(31_536_000).optional().catch(undefined),
  scope: z.string().max(4_096).optional().catch(undefined),
})

const usualSeconds = 3_599

function granted(
  { now }: Http,
  { access_token: accessToken, refresh_token: fresh, expires_in: seconds, scope }: z.output<typeof tokenAnswer>,
  { channelId, refreshToken }: Pick<Grant, 'channelId' | 'refreshToken'>,
): Granted<Grant> {
  return {
    // A renewal usually returns no refresh token: the previous one stays valid.
    grant: { channelId, accessToken, refreshToken: fresh ?? refreshToken },
    principal: channelId,
    scopes: scope?.split(/\s+/).filter((one) => one !== '') ?? [...scopes],
    expiresAt: new Date(now.getTime() + (seconds ?? usualSeconds) * 1_000),
  }
}

async function askToken(http: Http, form: Readonly<Record<string, string>>) {
  const { app, addresses } = http
  if (app === null) throw new Error('youtube has no app to sign in with')
  const answer = await http.send({
    name: 'token',
    method: 'POST',
    url: `${requireAddress(addresses, 'token')}/token`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...form }).toString(),
  })
  return readAnswer(answer, tokenAnswer)
}
