import type { Result } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { openArea } from '#web/i18n/frame.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { useStore } from '#web/lib/store.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { countState } from '#web/posts/statuses.ts'
import { Button } from '#web/ui/button.tsx'
import { TabBar, tabStyle } from '#web/ui/choice/tab-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { CsvMenu } from './csv/csv-menu.tsx'
import { ImportDialog } from './csv/import-dialog.tsx'
import { editTexts } from './edit/edit-texts.ts'
import { lastEdit } from './edit/last-edit.ts'
import { isMetric, readMetric, usualSort } from './list-order.ts'
import { PostsList } from './posts-list.tsx'
import { countsQuery, postsQuery } from './posts-query.ts'
import {
  type ListTab,
  type PostsFilter,
  type PostsSearch,
  readFilter,
  readPostsSearch,
  type Tab,
  tabs,
} from './posts-search.ts'
import { PostsToolbar } from './toolbar.tsx'

export { readAhead } from './posts-query.ts'

/** The undo of the latest bulk edit. Its texts come with it. */
const LastEditBar = makeLatePart(async () => {
  await openArea('edits', editTexts)
  return (await import('./edit/last-edit-bar.tsx')).LastEditBar
})

/** The board of ideas. Its texts come with it. */
const IdeaBoard = makeLatePart(async () => {
  await (await import('./ideas/open-texts.ts')).openIdeaTexts()
  return (await import('./ideas/idea-board.tsx')).IdeaBoard
})

const nothing: ReadonlySet<string> = new Set()
/** The most posts of one edit. */
const selectableMax = 500

const countIn = (data: { readonly pages: readonly { readonly posts: readonly Post[] }[] } | undefined): number =>
  data?.pages.reduce((sum, page) => sum + page.posts.length, 0) ?? 0

/** The posts of a brand, and the ideas for them. */
export function PostsPage() {
  const { tab = 'all' } = useSearch({ from: '/p/$profileId/posts' })
  return tab === 'ideas' ? <IdeasPage /> : <ListPage tab={tab} />
}

/** The board of ideas, as a tab of the posts that they become. */
function IdeasPage() {
  const { posts } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const kept = readFilter({ ...useSearch({ from: '/p/$profileId/posts' }) })
  const navigate = useNavigate({ from: '/p/$profileId/posts' })
  return (
    <Page title={posts.title} part={posts.tabs.ideas} isFull>
      <div className="-mt-3 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <PostsTabs profileId={profileId} current="ideas" kept={kept} />
        <IdeaBoard
          key={profileId}
          profileId={profileId}
          filter={kept}
          onFilter={(change) =>
            void navigate({ search: { tab: 'ideas', ...readFilter({ ...kept, ...change }) }, replace: true })
          }
        />
      </div>
    </Page>
  )
}

/** Finds posts and changes many at once. The filters are in the URL, so that a view can be bookmarked and shared. */
function ListPage({ tab }: { readonly tab: ListTab }) {
  const { bulk, posts: messages } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/posts' })
  const { q } = search
  const kept = readFilter({ ...search })
  const { sort = usualSort(tab) } = kept
  const navigate = useNavigate({ from: '/p/$profileId/posts' })
  const { mayWrite } = useRights()
  const list = useInfiniteQuery(postsQuery(profileId, search))
  const [selected, setSelected] = useState(nothing)
  const posts = list.data?.pages.flatMap((page) => page.posts)
  const chosen = posts?.filter(({ id }) => selected.has(id)) ?? []
  const found = posts ?? []
  const selectAll = async () => {
    let { data, hasNextPage } = list
    while (hasNextPage && countIn(data) < selectableMax) ({ data, hasNextPage } = await list.fetchNextPage())
    const ids = (data?.pages.flatMap((page) => page.posts) ?? []).map(({ id }) => id)
    setSelected(new Set(ids.slice(0, selectableMax)))
  }
  const show = (next: PostsSearch) => void navigate({ search: next, replace: true })
  const narrow = (change: Readonly<Record<string, string | undefined>>) =>
    show({ ...(tab === 'all' ? {} : { tab }), ...readFilter({ ...search, ...change }) })
  const isNarrowed = Object.keys(readFilter({ ...search, sort: undefined, saved: undefined })).length > 0
  const counts = useQuery(countsQuery(profileId)).data
  const undoable = useStore(lastEdit)
  // The service counts posts by state, and not by other filters.
  const counted = isNarrowed || tab === 'trash' || !counts ? null : countOf(counts, tab)
  const matching = list.hasNextPage ? counted : found.length
  const numbers = Object.assign({}, ...(list.data?.pages.map((page) => page.numbers) ?? []))
  const noteOf = ({ id }: Post): string | undefined => {
    if (!isMetric(sort)) return undefined
    if (!numbers[id]) return messages.noNumbers
    const value = readMetric(sort, numbers[id])
    return sort === 'engagementRate' ? messages.rated(formatRate(value)) : messages.values[sort](value)
  }
  return (
    <Page
      title={messages.title}
      isFull
      actions={<CsvMenu profileId={profileId} onImport={() => show({ ...search, import: true })} />}
    >
      <div className="-mt-3 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <PostsTabs profileId={profileId} current={tab} kept={kept} />
        <PostsToolbar
          profileId={profileId}
          tab={tab}
          filter={kept}
          onChange={narrow}
          onView={({ state, ...filters }, saved) => show(readPostsSearch({ ...filters, tab: state, saved }))}
        />
        {undoable?.profileId === profileId && <LastEditBar edit={undoable} />}
        {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <WaitingRows count={8} />}
        {posts && posts.length === 0 && (
          <NoPosts profileId={profileId} tab={tab} q={q} isNarrowed={isNarrowed} onShowAll={() => show({})} />
        )}
        {posts && posts.length > 0 && (
          <PostsList
            posts={posts}
            isComplete={!list.hasNextPage}
            isDimmed={list.isPlaceholderData}
            hasDays={tab !== 'trash' && !isMetric(sort)}
            noteOf={noteOf}
            selected={selected}
            onSelect={setSelected}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            profileId={profileId}
            tab={tab}
            posts={chosen}
            onSelectAll={
              chosen.length < selectableMax && (list.hasNextPage || chosen.length < found.length) ? selectAll : null
            }
            selectAll={
              matching === null
                ? bulk.everything(null, true)
                : bulk.everything(Math.min(matching, selectableMax), matching <= selectableMax)
            }
            onDone={() => setSelected(nothing)}
          />
        )}
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

interface TabsProps {
  readonly profileId: string
  readonly current: Tab
  /** The filters that stay when the tab changes. */
  readonly kept: PostsFilter
}

/** The states to filter by. They are links, so each can be opened in a new tab. */
export function PostsTabs({ profileId, current, kept }: TabsProps) {
  const { posts } = useMessages()
  const counts = useQuery(countsQuery(profileId)).data
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const hasApprovals = (brand?.requiredApprovals ?? 0) > 0
  const shown = tabs.filter((tab) => tab !== 'approval' || hasApprovals || tab === current)
  return (
    <TabBar label={posts.title}>
      {shown.map((tab) => (
        <Link
          key={tab}
          to="/p/$profileId/posts"
          params={{ profileId }}
          search={{ ...(tab === 'all' ? {} : { tab }), ...kept }}
          activeOptions={{ exact: true, includeSearch: true }}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className={tabStyle}
        >
          {posts.tabs[tab]}
          {tab !== 'trash' && tab !== 'ideas' && (
            // As wide as most numbers from the start, so that the tabs keep their places.
            <span className="nums min-w-[3ch] font-normal text-ink-3 text-xs">
              {counts && formatNumber(countOf(counts, tab))}
            </span>
          )}
        </Link>
      ))}
    </TabBar>
  )
}

/** The number of posts in a tab, without its filters. */
function countOf(
  { total, byStatus, waitingForApproval }: Result<'getPostStats'>,
  tab: Exclude<ListTab, 'trash'>,
): number {
  if (tab === 'approval') return waitingForApproval
  return tab === 'all' ? total : countState(tab, byStatus)
}

interface NoPostsProps {
  readonly profileId: string
  readonly tab: ListTab
  readonly q: string | undefined
  /** True if filters hide the posts. */
  readonly isNarrowed: boolean
  readonly onShowAll: () => void
}

/** Explains why the list is empty, with a next step. */
export function NoPosts({ profileId, tab, q, isNarrowed, onShowAll }: NoPostsProps) {
  const { posts } = useMessages()
  if (isNarrowed)
    return (
      <EmptyState
        icon="search"
        title={q ? posts.nothingFound(q) : posts.nothingMatches}
        lead={posts.nothingFoundLead}
        action={<Button onClick={onShowAll}>{posts.showAll}</Button>}
      />
    )
  const { title, lead } = posts.none[tab]
  if (tab === 'failed' || tab === 'approval' || tab === 'trash')
    return <EmptyState icon="posts" title={title} lead={lead} />
  return <EmptyPosts profileId={profileId} icon="posts" title={title} lead={lead} />
}
