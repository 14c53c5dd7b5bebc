import type { MediaId } from '#kernel/ids.ts'
import { findMediaByIds, type MediaRow, makeProxyUrl } from '#modules/media/index.ts'
import type { PostDeps } from '../deps.ts'
import type { PostMedia } from '../draft/content.ts'
import type { TargetStatus } from '../state.ts'
import type { PostSummaryRow } from '../store/page.ts'
import { listTargetStates } from '../store/targets.ts'
import { keyByPlatform } from './present.ts'

export type SummaryDeps = Pick<PostDeps, 'db' | 'clock' | 'seal' | 'config'>

interface PostSummary extends Pick<PostSummaryRow, 'id' | 'status' | 'scheduledAt' | 'publishedAt' | 'content'> {
  readonly platforms: Record<string, TargetStatus>
  readonly thumbnail: string | null
  readonly etag: string
}

/** Presents posts as a calendar shows them. */
export async function summarizePosts(deps: SummaryDeps, posts: readonly PostSummaryRow[]): Promise<PostSummary[]> {
  const ids = posts.map(({ id }) => id)
  const pictures = posts.flatMap(({ picture }) => nameOf(picture) ?? [])
  const [states, files] = await Promise.all([listTargetStates(deps.db, ids), findMediaByIds(deps.db, pictures)])
  return posts.map(({ picture, version, ...post }) => ({
    ...post,
    content: post.content.toWellFormed(),
    platforms: keyByPlatform((states.get(post.id) ?? []).map((row) => ({ ...row, value: row.status }))),
    thumbnail: makeThumbnailUrl(deps, files.get(nameOf(picture) ?? ('' as MediaId))),
    etag: `"${version}"`,
  }))
}

const nameOf = (picture: PostMedia | null): MediaId | null => picture?.thumbnailId ?? picture?.mediaId ?? null

/** A video is shown by its poster. Null without a file, or if a browser cannot show any of it as an image. */
function makeThumbnailUrl(deps: SummaryDeps, file: MediaRow | undefined): string | null {
  if (!file) return null
  if (file.facts.kind === 'image') return makeProxyUrl(deps, file)
  return file.posterSize === null ? null : makeProxyUrl(deps, file, 'poster')
}
