import { type FirstMessages, useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDuration } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { latenessOf, type RowPost } from './post-time.ts'

/** A note about a post that a reader must know, in the color of the state that it explains. */
export interface PostReason {
  readonly text: string
  readonly color: string
}

/** Returns what went wrong with a post, what it is waiting for, or how late it was. Null if all is as usual. */
export function useReason(post: RowPost): PostReason | null {
  const messages = useMessages()
  const note = approvalNoteOf(post, messages)
  return (
    troubleOf(post, messages) ??
    waitOf(post, messages) ??
    (note === null ? latenessNoteOf(post, messages) : { text: note, color: 'var(--held)' })
  )
}

/**
 * Returns until when a scheduled post needs an approval, and of which step. Null for others. A post that is held at its
 * time keeps it.
 */
export function approvalNoteOf(
  { status, needsApproval, approvalStep, scheduledAt }: Omit<RowPost, 'targets'>,
  { posts }: Pick<FirstMessages, 'posts'>,
): string | null {
  const isComing = status === 'scheduled' || status === 'queued'
  if (!needsApproval || !isComing || scheduledAt === null) return null
  return posts.post.needsApproval(formatDayAndTime(scheduledAt), approvalStep?.name)
}

/** The first refusal of a network. */
function troubleOf({ status, targets }: RowPost, { verdicts }: FirstMessages): PostReason | null {
  const troubled = targets.find(({ error }) => error)
  if (!troubled?.error) return null
  const reason = verdicts.failure(troubled.errorCode ?? null, troubled.error)
  return { text: `${networks[troubled.network].name}: ${reason}`, color: colorOf(status) }
}

const colorOf = (status: RowPost['status']): string =>
  status === 'partial' || status === 'unknown' ? `var(--${status})` : 'var(--failed)'

function waitOf({ targets }: RowPost, { verdicts }: FirstMessages): PostReason | null {
  const waits = targets.find(({ waitsFor }) => waitsFor?.detail)?.waitsFor
  return waits ? { text: verdicts.wait(waits), color: 'var(--held)' } : null
}

function latenessNoteOf(post: RowPost, { posts }: FirstMessages): PostReason | null {
  const late = latenessOf(post)
  return late === null ? null : { text: posts.post.late(formatDuration(late)), color: 'var(--ink-2)' }
}
