import { type Dispatch, memo, type SetStateAction } from 'react'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { cutIntoParts, Near } from '#web/ui/near.tsx'

type OnSelect = Dispatch<SetStateAction<ReadonlySet<string>>>

interface ListProps {
  readonly posts: readonly Post[]
  /** False if more of the list can be loaded. */
  readonly isComplete: boolean
  /** The state that the list filters by. */
  readonly usual: Post['status'] | undefined
  /** True while the posts of the previous view are still shown. */
  readonly isDimmed: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: OnSelect
}

/** Few enough to render between two frames. */
const rowsAtOnce = 10
const rowHeight = 61

/** The posts of a view, one per row. Only rows near the viewport are rendered, so a list of thousands stays fast. */
export function PostsList({ posts, isComplete, usual, isDimmed, selected, onSelect }: ListProps) {
  const { posts: messages } = useMessages()
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <ul> may hold no parts between itself and its items
    <div
      role="list"
      aria-label={messages.title}
      aria-busy={isDimmed}
      className={`overflow-hidden rounded-lg border border-line bg-surface transition-opacity duration-120 ${isDimmed ? 'opacity-60' : ''}`}
    >
      {cutIntoParts(posts, rowsAtOnce).map(({ from, things }) => (
        <Near
          key={from}
          role="presentation"
          guess={things.length * rowHeight}
          isFirst={from === 0}
          className="not-first:border-line not-first:border-t"
        >
          {() =>
            things.map((post, nth) => (
              <SelectableRow
                key={post.id}
                post={post}
                place={from + nth + 1}
                setSize={isComplete ? posts.length : -1}
                usual={usual}
                isSelected={selected.has(post.id)}
                onSelect={onSelect}
              />
            ))
          }
        </Near>
      ))}
    </div>
  )
}

interface RowProps {
  readonly post: Post
  /** The row's position among all rows, from 1, including rows that are not rendered. */
  readonly place: number
  /** The number of rows of the whole list. -1 if not known yet. */
  readonly setSize: number
  readonly usual: Post['status'] | undefined
  readonly isSelected: boolean
  readonly onSelect: OnSelect
}

const longestName = 60

/** A row with its checkbox. It renders only when it has changed, not for each part that is loaded below. */
const SelectableRow = memo(function SelectableRow({ post, place, setSize, usual, isSelected, onSelect }: RowProps) {
  const { bulk, shell } = useMessages()
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <li> may stand in an <ul> alone
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={setSize}
      className="flex items-center not-first:border-line not-first:border-t hover:bg-sunken has-[:checked]:bg-brand/8"
    >
      <WritersOnly>
        <label className="-me-2 grid min-h-11 min-w-11 cursor-pointer place-items-center">
          <span className="sr-only">{bulk.select(post.content.slice(0, longestName) || shell.post.untitled)}</span>
          <input
            type="checkbox"
            className="size-4"
            checked={isSelected}
            onChange={() => onSelect((before) => toggle(before, post.id))}
          />
        </label>
      </WritersOnly>
      <div className="min-w-0 flex-1">
        <PostRow post={post} usual={usual} />
      </div>
    </div>
  )
})

function toggle(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
