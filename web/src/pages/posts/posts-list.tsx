import { type Dispatch, memo, type SetStateAction } from 'react'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { cutIntoParts, Near } from '#web/ui/near.tsx'

type OnSelect = Dispatch<SetStateAction<ReadonlySet<string>>>

interface ListProps {
  readonly posts: readonly Post[]
  /** False while more of the list can be loaded. */
  readonly isWhole: boolean
  /** The state that the list is about. */
  readonly usual: Post['status'] | undefined
  /** True while these are the posts of the view before. */
  readonly isDimmed: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: OnSelect
}

/** Few enough to be drawn between two frames. */
const rowsAtOnce = 10
const rowHeight = 61

/** The posts of a view, one to a row. Only the rows near the view are drawn, so a list of thousands stays quick. */
export function PostsList({ posts, isWhole, usual, isDimmed, selected, onSelect }: ListProps) {
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
                setSize={isWhole ? posts.length : -1}
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
  /** The place of the row among all, from 1: rows that are not drawn count too. */
  readonly place: number
  /** The number of rows of the whole list; -1: it is not known yet. */
  readonly setSize: number
  readonly usual: Post['status'] | undefined
  readonly isSelected: boolean
  readonly onSelect: OnSelect
}

const longestName = 60

/** A row with its box. It is drawn again only when it has changed, and not with each part that is loaded below. */
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
