import { z } from 'zod'
import type { JsonObject, ReadCall } from '#connectors/connector.ts'
import { read } from './api.ts'
import type { Grant } from './auth/grant.ts'

const pagesMax = 4

const listed = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^[\w-]{2,100}$/),
      snippet: z.object({ title: z.string().max(500) }),
      status: z.object({ privacyStatus: z.string().max(50) }).nullish(),
    }),
  ),
  nextPageToken: z.string().max(500).nullish(),
})

const categories = z.object({
  items: z.array(
    z.object({
      id: z.string().regex(/^\d{1,4}$/),
      snippet: z.object({ title: z.string().max(200), assignable: z.boolean() }),
    }),
  ),
})

/** Lists the channel's playlists, and the categories that a video may have. */
export async function options(call: ReadCall<Grant>): Promise<JsonObject> {
  return { playlists: await listPlaylists(call), categories: await listCategories(call) }
}

/** The region with all categories. Their numbers mean the same in every region. */
const region = 'US'

async function listCategories(call: ReadCall<Grant>): Promise<JsonObject[]> {
  const query = { part: 'snippet', regionCode: region }
  const { items } = await read(call, 'listVideoCategories', 'videoCategories', query, categories)
  return items.flatMap(({ id, snippet: { title, assignable } }) => (assignable ? [{ id, title }] : []))
}

async function listPlaylists(call: ReadCall<Grant>): Promise<JsonObject[]> {
  const playlists: JsonObject[] = []
  const query: Record<string, string> = { part: 'snippet,status', mine: 'true', maxResults: '50' }
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, nextPageToken } = await read(call, 'listPlaylists', 'playlists', query, listed)
    for (const { id, snippet, status } of items)
      playlists.push({ id, title: snippet.title, privacy: status?.privacyStatus ?? null })
    if (!nextPageToken) break
    query.pageToken = nextPageToken
  }
  return playlists
}
