import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { codeGrant } from '#connectors/api/oauth2.ts'
import type { Auth, Http } from '#connectors/connector.ts'
import type { Grant } from './grant.ts'

const base = 'https://www.googleapis.com/auth/'
/**
 * The scopes to request. The second one allows captions, playlists and the list of uploads. All are required, although
 * a user may deselect each of them: otherwise the app could upload videos that it cannot find again.
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

/** YouTube returns counts as text. */
const count = z.coerce.number().int().min(0).nullish().catch(null)
const picture = z
  .object({ url: z.url({ protocol: /^https?$/ }).max(4_096) })
  .optional()
  .catch(undefined)

const channel = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  snippet: z.object({
    title: z.string().max(500),
    customUrl: z.string().max(200).nullish(),
    thumbnails: z.object({ default: picture, high: picture }).nullish(),
  }),
  statistics: z
    .object({ subscriberCount: count, videoCount: count, hiddenSubscriberCount: z.boolean().nullish() })
    .nullish(),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().max(100).nullish() }) }).nullish(),
  status: z.object({ longUploadsStatus: z.string().max(50).nullish() }).nullish(),
})
const answer = z.object({ items: z.array(channel).nullish() })

/** Reads the channel that a grant is bound to. A Google account without a channel cannot be connected. */
async function askChannel(http: Http, token: string): Promise<z.output<typeof channel>> {
  const query = new URLSearchParams({ part: 'id,snippet,statistics,contentDetails,status', mine: 'true' })
  const request = { name: 'getChannel', method: 'GET', path: `/youtube/v3/channels?${query}`, token } as const
  const response = await sendJson(http, request)
  const [mine] = readAnswer(response, answer).items ?? []
  if (!mine) throw answerFailure(response, 'no_channel')
  return mine
}
