import { z } from 'zod'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'
import { embedWithFiles, listFiles } from './media/shown-files.ts'

/** The largest number of posts in one call. */
const batch = 25

const posts = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      record: z.object({
        text: z.string(),
        embed: embedWithFiles.optional().catch(undefined),
      }),
    }),
  ),
})

/** Reads the records of posts. A file next to a quoted post is one level deeper. */
export async function readBack({ http, grant, remoteIds }: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (let at = 0; at < remoteIds.length; at += batch) {
    const uris = remoteIds.slice(at, at + batch)
    const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params: { uris }, as: grant }
    const answer = await query(http, call, posts)
    const byUri = new Map(answer.posts.map(({ uri, record }) => [uri, record]))
    for (const uri of uris) {
      const record = byUri.get(uri)
      all.push(record ? seenPart({ text: record.text, media: listFiles(record.embed), tellsAltTexts: true }) : 'gone')
    }
  }
  return all
}
