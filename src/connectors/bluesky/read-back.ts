import { z } from 'zod'
import { type ReadBack, type ReadBackCall, type SeenFile, seenPart } from '#connectors/contract/read-back.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'

/** The largest number of posts in one call. */
const batch = 25

const images = z.array(z.object({ alt: z.string() })).optional()
const files = z.object({
  images,
  /** The images of a gallery. */
  items: images,
  video: z.unknown().optional(),
  alt: z.string().optional(),
  presentation: z.string().optional(),
})
const posts = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      record: z.object({
        text: z.string(),
        embed: files
          .extend({ media: files.optional().catch(undefined) })
          .optional()
          .catch(undefined),
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
      const embed = record?.embed?.media ?? record?.embed
      all.push(record ? seenPart({ text: record.text, media: listFiles(embed), tellsAltTexts: true }) : 'gone')
    }
  }
  return all
}

/** An animated image is sent as a video that is shown as a GIF. */
function listFiles(embed: z.output<typeof files> | undefined): SeenFile[] {
  const { images, items, video, alt, presentation } = embed ?? {}
  if (video !== undefined) return [{ kind: presentation === 'gif' ? 'image' : 'video', altText: alt || null }]
  return (images ?? items ?? []).map((image) => ({ kind: 'image', altText: image.alt || null }))
}
