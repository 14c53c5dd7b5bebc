import type { Result } from '@posthorn/sdk'

export type Post = Result<'getPost'> & { readonly thumbnailUrl?: string | null; readonly mediaCount?: number }

/** The fields of a post that a calendar needs, both in a full post and in a summary. */
export interface BriefPost
  extends Pick<Post, 'id' | 'profileId' | 'status' | 'content' | 'scheduledAt' | 'publishedAt' | 'deletedAt'>,
    Pick<Post, 'needsApproval' | 'approvalStep'> {
  readonly targets: readonly Pick<Post['targets'][number], 'network'>[]
  /** True for the accounts of a post that publish it later than it begins, shown at their own time. */
  readonly isLater?: boolean
}

type Target = Post['targets'][number]

/** The fields of a post that a row shows. A row without the rest of a post has no reason and no time of its last edit. */
export interface RowPost
  extends Omit<BriefPost, 'targets'>,
    Partial<Pick<Post, 'thumbnailUrl' | 'mediaCount' | 'updatedAt' | 'tags'>> {
  readonly targets: readonly (Pick<Target, 'network'> & Partial<Pick<Target, 'error' | 'errorCode' | 'waitsFor'>>)[]
}

/** Returns the time at which a post will be or was published. Null if it has none. */
export function plannedTimeOf({ status, scheduledAt, publishedAt }: BriefPost): string | null {
  const isOver = status === 'published' || status === 'partial'
  return (isOver ? publishedAt : null) ?? scheduledAt ?? publishedAt
}

/** Returns the time to show: when the post will be or was published, or was written. */
export const timeOf = (post: Post): string => plannedTimeOf(post) ?? post.createdAt

/** True for a post whose text and time can still be changed. */
export const isEditable = ({ status }: BriefPost): boolean => status === 'draft' || status === 'scheduled'

/** True for an account whose own time has not come, while others have begun. */
export const isAhead = ({ status, attempts, scheduledAt, nextAttemptAt, waitsFor }: Target): boolean =>
  status === 'queued' && attempts === 0 && waitsFor === null && scheduledAt !== null && scheduledAt === nextAttemptAt

const worthSayingMs = 60_000

/** Returns how late a post was published, in milliseconds. Null if it would not be noticeable. */
export function latenessOf({ scheduledAt, publishedAt }: BriefPost): number | null {
  if (!scheduledAt || !publishedAt) return null
  const late = Date.parse(publishedAt) - Date.parse(scheduledAt)
  return late < worthSayingMs ? null : late
}
