import { type Dispatch, memo, type SetStateAction } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'

type OnSelect = Dispatch<SetStateAction<ReadonlySet<string>>>

interface ListProps {
  readonly posts: readonly Post[]
  /** True while these are the posts of the view before. */
  readonly isDimmed: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: OnSelect
}

/** The posts of a view, one to a row. The browser draws only the rows in sight, so a long list stays quick. */
export function PostsList({ posts, isDimmed, selected, onSelect }: ListProps) {
  return (
    <ul
      aria-busy={isDimmed}
      className={`divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface transition-opacity duration-120 ${isDimmed ? 'opacity-60' : ''}`}
    >
      {posts.map((post) => (
        <SelectableRow key={post.id} post={post} isSelected={selected.has(post.id)} onSelect={onSelect} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly post: Post
  readonly isSelected: boolean
  readonly onSelect: OnSelect
}

const longestName = 60

/** A row with its box. It is drawn again only when it has changed, and not with each part that is loaded below. */
const SelectableRow = memo(function SelectableRow({ post, isSelected, onSelect }: RowProps) {
  const { bulk, shell } = useMessages()
  return (
    <li className="flex items-center [contain-intrinsic-size:auto_61px] [content-visibility:auto]">
      <label className="grid min-h-11 min-w-11 cursor-pointer place-items-center">
        <span className="sr-only">{bulk.select(post.content.slice(0, longestName) || shell.post.untitled)}</span>
        <input
          type="checkbox"
          className="size-4 accent-brand"
          checked={isSelected}
          onChange={() => onSelect((before) => toggle(before, post.id))}
        />
      </label>
      <div className="-ms-2 min-w-0 flex-1">
        <PostRow post={post} />
      </div>
    </li>
  )
})

function toggle(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
