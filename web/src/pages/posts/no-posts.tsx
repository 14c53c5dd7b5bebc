import { useMessages } from '#web/i18n/index.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Tab } from './posts-search.ts'

interface NoPostsProps {
  readonly profileId: string
  readonly tab: Tab
  readonly q: string | undefined
  readonly onShowAll: () => void
}

/** Says why the list is empty, with the one step that helps. */
export function NoPosts({ profileId, tab, q, onShowAll }: NoPostsProps) {
  const { posts } = useMessages()
  if (q)
    return (
      <EmptyState
        title={posts.nothingFound(q)}
        lead={posts.nothingFoundLead}
        action={<Button onClick={onShowAll}>{posts.showAll}</Button>}
      />
    )
  const { title, lead } = posts.none[tab]
  if (tab === 'failed' || tab === 'trash') return <EmptyState icon="posts" title={title} lead={lead} />
  return <EmptyPosts profileId={profileId} icon="posts" title={title} lead={lead} />
}
