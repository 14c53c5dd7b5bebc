import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import type { Uses } from './uses-query.ts'

/** The posts that use a file, each with the way to it. */
export function UsedIn({ uses: { total, posts } }: { readonly uses: Uses }) {
  const { library, shell } = useMessages()
  if (total === 0) return <p className="text-ink-3 text-sm">{library.unused}</p>
  const hidden = total - posts.length
  return (
    <section aria-labelledby="used-in" className="grid gap-1.5">
      <h3 id="used-in" className="font-medium">
        {library.usedIn(total)}
      </h3>
      <ul className="max-h-44 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {posts.map(({ id, profileId, content, status, scheduledAt, publishedAt, deletedAt }) => (
          <li key={id}>
            <PostLink
              post={{ id, profileId }}
              className="flex min-h-11 items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-sunken"
            >
              <span className="grid min-w-0 flex-1">
                <OneLine>{content || shell.post.untitled}</OneLine>
                {(deletedAt ?? publishedAt ?? scheduledAt) !== null && (
                  <span className="nums text-ink-3 text-sm">
                    {deletedAt ? library.inTrash : formatDayAndTime(publishedAt ?? scheduledAt ?? '')}
                  </span>
                )}
              </span>
              <StatusBadge status={status} of="post" />
            </PostLink>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-ink-3 text-sm">{library.usedElsewhere(hidden)}</p>}
    </section>
  )
}
