import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery, postQuery } from '#web/app/queries.ts'
import { emptyDraft, fromPost, toLocalInput } from '#web/compose/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Composer } from './composer.tsx'

/** Writes a new post, or goes on with one. */
export function ComposePage() {
  const { compose, connections } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { post: postId, day } = useSearch({ from: '/p/$profileId/compose' })
  const accounts = useQuery(accountsQuery(profileId))
  const post = useQuery({ ...postQuery(postId ?? ''), enabled: postId !== undefined })
  const title = postId ? compose.editTitle : compose.title
  const error = accounts.error ?? post.error
  if (error)
    return (
      <Page title={title}>
        <ProblemBanner error={error} onRetry={() => void accounts.refetch()} />
      </Page>
    )
  if (!accounts.data || (postId && !post.data)) return <Page title={title}>{null}</Page>
  if (accounts.data.length === 0)
    return (
      <Page title={title}>
        <EmptyState
          title={compose.noAccounts}
          action={
            <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonLook('primary')}>
              {connections.add}
            </Link>
          }
        />
      </Page>
    )
  const onDay = day ? { ...emptyDraft, at: `${day}T${toLocalInput(new Date()).slice(11)}` } : null
  return (
    <Page title={title}>
      <Composer
        key={postId ?? day ?? 'new'}
        profileId={profileId}
        accounts={accounts.data}
        post={post.data ?? null}
        given={post.data ? fromPost(post.data) : onDay}
      />
    </Page>
  )
}
