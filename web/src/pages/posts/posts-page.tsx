import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useKey } from '#web/lib/browser/use-key.ts'
import { AccountSelect } from '#web/posts/account-select.tsx'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { Button } from '#web/ui/button.tsx'
import { TabBar, tabStyle } from '#web/ui/choice/tab-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { CsvMenu } from './csv/csv-menu.tsx'
import { ImportDialog } from './csv/import-dialog.tsx'
import { PostsList } from './posts-list.tsx'
import { postsQuery } from './posts-query.ts'
import { longestSearch, type PostsSearch, type Tab, tabs } from './posts-search.ts'

export { readAhead } from './posts-query.ts'

const nothing: ReadonlySet<string> = new Set()

/** Finds posts and changes many at once. The filters are in the URL, so that a view can be bookmarked and shared. */
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
          {/* The line below the tabs is part of the line below both. */}
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
            isComplete={!list.hasNextPage}
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

interface TabsProps {
  readonly profileId: string
  readonly current: Tab
  /** The filters that stay when the tab changes. */
  readonly kept: Pick<PostsSearch, 'q' | 'account'>
}

/** The states to filter by. They are links, so each can be opened in a new tab. */
export function PostsTabs({ profileId, current, kept }: TabsProps) {
  const { posts } = useMessages()
  return (
    <TabBar label={posts.title}>
      {tabs.map((tab) => (
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
        </Link>
      ))}
    </TabBar>
  )
}

interface SearchProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const pauseMs = 250

/** Searches shortly after the last keystroke. The key "/" focuses it from anywhere on the page. */
export function SearchField({ value, onChange }: SearchProps) {
  const { posts } = useMessages()
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useKey({ '/': () => field.current?.focus() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchInput
      ref={field}
      label={posts.search}
      value={text}
      maxLength={longestSearch}
      onChange={(event) => setText(event.target.value)}
      className="sm:flex-1 xl:w-64 xl:flex-none"
    />
  )
}

interface NoPostsProps {
  readonly profileId: string
  readonly tab: Tab
  readonly q: string | undefined
  readonly onShowAll: () => void
}

/** Explains why the list is empty, with a next step. */
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

interface MoreProps {
  /** The number of loaded parts. */
  readonly parts: number
  readonly isBusy: boolean
  /** True if the last part failed to load. The user then retries it. */
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** Loads the next part of a list when the user scrolls near its end, or on request. */
export function LoadMore({ parts, isBusy, hasFailed, onMore }: MoreProps) {
  const { posts } = useMessages()
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => onMore())
  // Observed again after each part: the end may still be near, and an observer reports only changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part may come between two times that this is drawn
  useEffect(() => {
    if (isBusy || hasFailed) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [parts, isBusy, hasFailed])
  return (
    <div ref={end} className="justify-self-center">
      <Button isBusy={isBusy} onClick={onMore}>
        {posts.loadMore}
      </Button>
    </div>
  )
}
