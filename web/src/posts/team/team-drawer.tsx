import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { teamCommentsQuery } from './team-calls.ts'
import { type DiscussedPost, TeamTalk } from './team-talk.tsx'

/** The comments of colleagues below the text they are about, folded until they are wanted. */
export function TeamDrawer({ post }: { readonly post: DiscussedPost }) {
  const { team } = useMessages('team')
  const { data = [] } = useQuery(teamCommentsQuery(post.id))
  const [isUnfolded, setUnfolded] = useState(false)
  const open = data.filter(({ id, threadId, resolvedAt }) => id === threadId && resolvedAt === null).length
  return (
    <details
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      className="rounded-lg border border-line bg-surface"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-5">
        <Icon name="comment" className="size-4 text-ink-3" />
        <span className="flex-1 font-medium text-sm">
          {team.title}
          {open > 0 && <span className="font-normal text-ink-3"> · {team.open(open)}</span>}
        </span>
        <Icon name="chevron" className={`size-4 text-ink-3 ${isUnfolded ? 'rotate-180' : ''}`} />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-5">
        <p className="text-ink-2 text-sm">{team.lead}</p>
        <TeamTalk post={post} />
      </div>
    </details>
  )
}
