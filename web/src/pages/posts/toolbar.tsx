import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useKey } from '#web/lib/browser/use-key.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDates } from '#web/lib/time.ts'
import { FilterBar } from '#web/posts/filters/filter-bar.tsx'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { DatesDialog } from '#web/ui/dates-dialog.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { usualSort } from './list-order.ts'
import { listSorts } from './list-sort.ts'
import { longestSearch, type PostsFilter, type Tab } from './posts-search.ts'

type Change = (change: Readonly<Record<string, string | undefined>>) => void

interface ToolbarProps {
  readonly profileId: string
  readonly tab: Tab
  readonly filter: PostsFilter
  readonly onChange: Change
  /** Shows the posts of a view. */
  readonly onView: (filters: ViewFilters, saved?: string) => void
}

/** The filters of the list and its order. The service applies them to all posts. */
export function PostsToolbar({ profileId, tab, filter, onChange, onView }: ToolbarProps) {
  const { posts } = useMessages()
  const { saved, ...filters } = filter
  const { q, sort } = filter
  const usual = usualSort(tab)
  return (
    <Toolbar
      first={<SearchField key={tab} value={q ?? ''} onChange={(next) => onChange({ q: next })} />}
      last={
        tab !== 'trash' && (
          <Choose
            label={posts.sort}
            value={sort ?? usual}
            onChange={(next) => onChange({ sort: next === usual ? undefined : next })}
            options={Object.fromEntries(listSorts.map((one) => [one, posts.sorts[one]]))}
          />
        )
      }
    >
      {tab !== 'trash' && <DatesFilter filter={filter} onChange={onChange} />}
      <FilterBar
        profileId={profileId}
        names={['account', 'network', 'label', 'author']}
        value={filter}
        onChange={onChange}
      />
      <ViewsMenu
        profileId={profileId}
        page="posts"
        filters={{ ...filters, ...(tab !== 'all' && { state: tab }) } as ViewFilters}
        saved={saved}
        onOpen={onView}
      />
    </Toolbar>
  )
}

/** Filters the list by the day on which posts were or will be published. */
function DatesFilter({ filter: { from, to }, onChange }: Pick<ToolbarProps, 'filter' | 'onChange'>) {
  const { posts } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const today = dayKey(nowDate())
  const isSet = from !== undefined && to !== undefined
  return (
    <div className="flex items-center">
      <Button onClick={() => setOpen(true)} className={isSet ? 'border-brand! bg-brand-tint! text-brand!' : ''}>
        <Icon name="calendar" className="size-4" />
        {isSet ? formatDates(from, to) : posts.dates}
      </Button>
      {isSet && (
        <button
          type="button"
          aria-label={posts.anyDate}
          title={posts.anyDate}
          onClick={() => onChange({ from: undefined, to: undefined })}
          className={iconButtonStyle}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
      {isOpen && (
        <DatesDialog
          title={posts.dates}
          start={from ?? today}
          end={to ?? today}
          onClose={() => setOpen(false)}
          onChoose={(start, end) => {
            setOpen(false)
            onChange({ from: start, to: end })
          }}
        />
      )}
    </div>
  )
}

interface SearchProps {
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const pauseMs = 250

/** Searches shortly after the last keystroke. The key "/" focuses it from anywhere on the page. */
export function SearchField({ label, value, onChange }: SearchProps) {
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
      label={label ?? posts.search}
      value={text}
      maxLength={longestSearch}
      onChange={(event) => setText(event.target.value)}
      className="w-full sm:w-60"
    />
  )
}
