import { z } from 'zod'
import { type Call, CallFailed, type Doubt, type Next, type Outgoing, type RecallCall } from '#connectors/connector.ts'
import { earliestMs, type NotFound, readBack, type Search, selectOnly } from '#connectors/search/search.ts'
import { read, videoId } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { arrived } from '../media/arrived.ts'
import { askSession } from '../media/session.ts'
import { type Memo, uploadOf } from '../memo.ts'
import { textOf } from '../plan.ts'

/**
 * Determines whether an upload has become a video. The session reports it. If YouTube no longer knows the session, the
 * channel's list of uploads shows it, including private videos.
 */
export async function findVideo(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  doubt: Doubt,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  try {
    const standing = await askSession(call, uploadOf(memo))
    return standing.is === 'done' ? arrived(memo, standing, call.now) : 'absent'
  } catch (error) {
    if (!isForgotten(error)) throw error
  }
  const found = await findSame(call, post, { since: doubt.first, ours: (id) => doubt.ours(id) })
  if (found === 'absent' || found === 'unsure') return found
  return arrived(memo, { is: 'done', videoId: found.id }, call.now)
}

const isForgotten = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.sent === 'answered' &&
  (error.failure.status === 404 || error.failure.status === 410)

const pageMax = '50'
const pagesMax = 4

const listed = z.object({
  items: z.array(
    z.object({
      snippet: z.object({
        title: z.string(),
        description: z.string(),
        publishedAt: z.iso.datetime({ offset: true }),
        resourceId: z.object({ videoId }),
      }),
    }),
  ),
  nextPageToken: z.string().max(500).nullish(),
})

/** Looks for a video with this title and description among the uploads since a time. */
export async function findSame(
  call: Pick<RecallCall<Grant>, 'http' | 'grant' | 'signal'>,
  post: Outgoing,
  { since, ours }: Search,
): Promise<{ readonly id: string } | NotFound> {
  const { uploads } = post.account.facts
  if (typeof uploads !== 'string') return 'unsure'
  const sinceMs = earliestMs(since)
  const recent = await readBack(pagesMax, async (cursor: string | undefined) => {
    const page = { part: 'snippet', playlistId: uploads, maxResults: pageMax, ...(cursor && { pageToken: cursor }) }
    const { items, nextPageToken } = await read(call, 'listUploads', 'playlistItems', page, listed)
    const posts = items.filter(({ snippet }) => Date.parse(snippet.publishedAt) >= sinceMs)
    return { posts, isLast: !nextPageToken || posts.length < items.length, next: nextPageToken ?? undefined }
  })
  // With this many uploads since then, the list was not read completely and may have a second match.
  if (!recent.isWhole) return 'unsure'
  const found = await selectOnly(
    recent,
    async ({ snippet }) => isLike(snippet, post) && (await ours(snippet.resourceId.videoId)),
  )
  return typeof found === 'string' ? found : { id: found.snippet.resourceId.videoId }
}

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const isLike = (one: { readonly title: string; readonly description: string }, post: Outgoing): boolean =>
  plain(one.title) === plain(post.title ?? '') && plain(one.description) === plain(textOf(post))
