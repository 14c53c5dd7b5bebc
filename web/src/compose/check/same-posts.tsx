import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Issue } from './use-check.ts'

interface SamePostsProps {
  readonly profileId: string
  readonly issues: readonly Issue[]
  readonly say: (state: string, when: string) => string
}

/** The posts that the draft repeats, or nearly repeats, each with its time and a link to it. */
export function SamePosts({ profileId, issues, say }: SamePostsProps) {
  const { compose } = useMessages()
  const others = new Map(issues.flatMap(({ params }) => (params?.postId ? [[String(params.postId), params]] : [])))
  return (
    <ul className="grid gap-1">
      {[...others].map(([postId, { at, state }]) => (
        <li key={postId}>
          {say(String(state), formatDayAndTime(String(at)))}{' '}
          <Link
            to="/p/$profileId/posts/$postId"
            params={{ profileId, postId }}
            className="font-medium underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {compose.openSamePost}
          </Link>
        </li>
      ))}
    </ul>
  )
}
