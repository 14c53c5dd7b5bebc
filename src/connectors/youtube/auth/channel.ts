import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'

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
export async function askChannel(http: Http, token: string): Promise<z.output<typeof channel>> {
  const query = new URLSearchParams({ part: 'id,snippet,statistics,contentDetails,status', mine: 'true' })
  const request = { name: 'getChannel', method: 'GET', path: `/youtube/v3/channels?${query}`, token } as const
  const response = await sendJson(http, request)
  const [mine] = readAnswer(response, answer).items ?? []
  if (!mine) throw answerFailure(response, 'no_channel')
  return mine
}
