import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth } from '#connectors/connector.ts'
import { askChannel } from './channel.ts'
import type { Grant } from './grant.ts'

const base = 'https://www.googleapis.com/auth/'
/**
 * The scopes to request. The second one allows captions, playlists and the list of uploads. All are required, although
 * a user may deselect each: otherwise the app could upload what it cannot find again.
 */
const scopes = [`${base}youtube.upload`, `${base}youtube.force-ssl`] as const

const grants = codeGrant<Grant>({
  network: 'youtube',
  scopes,
  pkce: true,
  callback: { https: true, localhost: true },
  page: {
    path: '/o/oauth2/v2/auth',
    separator: ' ',
    // Google issues a refresh token for offline access and, after the first time, only if consent is requested again.
    more: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  },
  token: { at: 'token', path: '/token', client: ['client_id', 'client_secret'] },
  revoke: { path: '/revoke', by: 'refresh', isOpen: true },
  usualSeconds: 3_599,
  principal: async (http, made, before) => before?.channelId ?? (await askChannel(http, made.accessToken)).id,
  grant: (channelId, tokens) => ({ channelId, ...tokens }),
})

export const auth: Auth<Grant> = {
  ...grants,

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
