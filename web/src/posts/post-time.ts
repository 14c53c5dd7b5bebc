import type { Result } from '@posthorn/sdk'

export type Post = Result<'getPost'>

/** Returns the time that matters to the reader: when the post goes out, went out, or was written. */
export function timeOf({ status, scheduledAt, publishedAt, createdAt }: Post): string {
  const isOver = status === 'published' || status === 'partial'
  return (isOver ? publishedAt : null) ?? scheduledAt ?? publishedAt ?? createdAt
}

/** True for a post whose words and time can still be changed. */
export const isEditable = ({ status }: Post): boolean => status === 'draft' || status === 'scheduled'

const worthSayingMs = 60_000

/** Returns by how much a post went out after its time, in milliseconds; null if nobody would notice. */
export function latenessOf({ scheduledAt, publishedAt }: Post): number | null {
  if (!scheduledAt || !publishedAt) return null
  const late = Date.parse(publishedAt) - Date.parse(scheduledAt)
  return late < worthSayingMs ? null : late
}
