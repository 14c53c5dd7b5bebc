import { Link } from '@tanstack/react-router'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
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
  const { posts, shell } = useMessages()
  if (q)
    return (
      <EmptyState
        title={posts.nothingFound(q)}
        lead={posts.nothingFoundLead}
        action={<Button onClick={onShowAll}>{posts.showAll}</Button>}
      />
    )
  const { title, lead } = posts.none[tab]
  return (
    <EmptyState
      icon="posts"
      title={title}
      lead={lead}
      action={
        tab !== 'failed' &&
        tab !== 'trash' && (
          <WritersOnly>
            <Link to="/p/$profileId/compose" params={{ profileId }} className={buttonLook('primary')}>
              {shell.newPost}
            </Link>
          </WritersOnly>
        )
      }
    />
  )
}
