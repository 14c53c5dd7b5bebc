import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { AccountSelect } from '#web/posts/account-select.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { CsvMenu } from './csv/csv-menu.tsx'
import { ImportDialog } from './csv/import-dialog.tsx'
import { LoadMore } from './load-more.tsx'
import { NoPosts } from './no-posts.tsx'
import { PostsList } from './posts-list.tsx'
import { postsQuery } from './posts-query.ts'
import type { PostsSearch } from './posts-search.ts'
import { PostsTabs } from './posts-tabs.tsx'
import { SearchField } from './search-field.tsx'

export { readAhead } from './posts-query.ts'

const nothing: ReadonlySet<string> = new Set()

/** Finds posts and changes many at once. The narrowing is in the address, so that a view can be kept and shared. */
export function PostsPage() {
  const { posts: messages } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/posts' })
  const { tab = 'all', q, account } = search
  const navigate = useNavigate({ from: '/p/$profileId/posts' })
  const { mayWrite } = useRights()
  const list = useInfiniteQuery(postsQuery(profileId, search))
  const [selected, setSelected] = useState(nothing)
  const posts = list.data?.pages.flatMap((page) => page.posts)
  const chosen = posts?.filter(({ id }) => selected.has(id)) ?? []
  const show = (next: PostsSearch) => void navigate({ search: next, replace: true })
  const narrow = ({ q: nextQ, account: nextAccount }: Pick<PostsSearch, 'q' | 'account'>) =>
    show({
      ...(tab === 'all' ? {} : { tab }),
      ...(nextQ ? { q: nextQ } : {}),
      ...(nextAccount ? { account: nextAccount } : {}),
    })
  const kept = { ...(q && { q }), ...(account && { account }) }
  return (
    <Page
      title={messages.title}
      actions={<CsvMenu profileId={profileId} onImport={() => show({ ...search, import: true })} />}
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex min-w-0 flex-col-reverse gap-3 border-line xl:flex-row xl:items-end xl:justify-between xl:border-b">
          {/* The line below the tabs is a part of the line below both. */}
          <div className="min-w-0 xl:-mb-px">
            <PostsTabs profileId={profileId} current={tab} kept={kept} />
          </div>
          <div className="flex flex-col gap-2 sm:flex-row xl:mb-2">
            <AccountSelect
              profileId={profileId}
              value={account}
              onChange={(next) => narrow({ ...kept, account: next ?? '' })}
            />
            <SearchField key={tab} value={q ?? ''} onChange={(next) => narrow({ ...kept, q: next })} />
          </div>
        </div>
        {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <WaitingRows count={8} />}
        {posts && posts.length === 0 && <NoPosts profileId={profileId} tab={tab} q={q} onShowAll={() => show({})} />}
        {posts && posts.length > 0 && (
          <PostsList
            posts={posts}
            isWhole={!list.hasNextPage}
            usual={tab === 'scheduled' || tab === 'published' ? tab : undefined}
            isDimmed={list.isPlaceholderData}
            selected={selected}
            onSelect={setSelected}
          />
        )}
        {chosen.length > 0 && <BulkBar tab={tab} posts={chosen} onDone={() => setSelected(nothing)} />}
        {list.hasNextPage && (
          <LoadMore
            parts={list.data?.pages.length ?? 0}
            isBusy={list.isFetchingNextPage}
            hasFailed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
      {search.import && mayWrite && (
        <ImportDialog profileId={profileId} onClose={() => show({ ...(tab === 'all' ? {} : { tab }), ...kept })} />
      )}
    </Page>
  )
}
