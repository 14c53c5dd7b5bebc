import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance, formatLateness } from '#web/lib/time.ts'
import { type Post, timeOf } from '#web/posts/post-time.ts'

interface LineProps {
  readonly post: Post
}

/** The time of a post that is still to come, and how long it is until then. */
export function NextLine({ post }: LineProps) {
  const at = timeOf(post)
  return (
    <>
      {formatDayAndTime(at)} · {formatDistance(at)}
    </>
  )
}

/** The state of a post that needs somebody, and why, where the service knows one reason. */
export function StateLine({ post }: LineProps) {
  const { verdicts, shell } = useMessages()
  const stuck = post.targets.find(({ status }) => status === 'held' || status === 'failed' || status === 'unknown')
  const state = stuck?.status === 'held' ? shell.post.target.held : shell.post.status[post.status]
  return (
    <>
      {state} · {stuck?.error ? verdicts.failure(stuck.errorCode, stuck.error) : formatDayAndTime(timeOf(post))}
    </>
  )
}

/** When a post went out, and by how much it was late. Posts without their own time are never late. */
export function ResultLine({ post }: LineProps) {
  const { home } = useMessages()
  const { scheduledAt, publishedAt } = post
  const lateMs = scheduledAt && publishedAt ? Date.parse(publishedAt) - Date.parse(scheduledAt) : null
  return (
    <>
      {formatDayAndTime(timeOf(post))}
      {lateMs !== null && ` · ${lateMs < noticeableMs ? home.onTime : home.late(formatLateness(lateMs))}`}
    </>
  )
}

/** Lateness that is worth a word: nobody calls a tenth of a second late. */
const noticeableMs = 100
