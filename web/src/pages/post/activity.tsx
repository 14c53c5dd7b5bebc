import { useQuery } from '@tanstack/react-query'
import { postAuditQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'

/** The history of the post, the newest entry first. */
export function Activity({ postId }: { readonly postId: string }) {
  const { posts } = useMessages()
  const audit = useQuery(postAuditQuery(postId))
  if (!audit.data) return null
  const words: Readonly<Record<string, string>> = posts.history
  return (
    <section aria-labelledby="activity" className="grid content-start gap-3">
      <h2 id="activity" className="font-semibold text-lg">
        {posts.post.activity}
      </h2>
      <ol className="grid gap-2 border-line border-s ps-4">
        {audit.data.map(({ id, at, action }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span>{words[action] ?? action}</span>
            <span className="nums text-ink-3">{formatDayAndTime(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
