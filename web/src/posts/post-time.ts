import type { Result } from '@posthorn/sdk'

export type Post = Result<'getPost'>

/** The fields of a post that a calendar needs: a whole post has them, and so has a summary. */
export interface BriefPost
  extends Pick<Post, 'id' | 'profileId' | 'status' | 'content' | 'scheduledAt' | 'publishedAt' | 'deletedAt'> {
  readonly targets: readonly Pick<Post['targets'][number], 'network'>[]
}

/** Returns the time at which a post goes out, or went out. Null: it has none. */
export function plannedTimeOf({ status, scheduledAt, publishedAt }: BriefPost): string | null {
  const isOver = status === 'published' || status === 'partial'
  return (isOver ? publishedAt : null) ?? scheduledAt ?? publishedAt
}

/** Returns the time that matters to the reader: when the post goes out, went out, or was written. */
export const timeOf = (post: Post): string => plannedTimeOf(post) ?? post.createdAt

/** True for a post whose words and time can still be changed. */
export const isEditable = ({ status }: BriefPost): boolean => status === 'draft' || status === 'scheduled'

const worthSayingMs = 60_000

/** Returns by how much a post went out after its time, in milliseconds; null if nobody would notice. */
export function latenessOf({ scheduledAt, publishedAt }: Post): number | null {
  if (!scheduledAt || !publishedAt) return null
  const late = Date.parse(publishedAt) - Date.parse(scheduledAt)
  return late < worthSayingMs ? null : late
}
