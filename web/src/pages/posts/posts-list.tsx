import { type Dispatch, memo, type SetStateAction, useEffect, useState } from 'react'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatTime } from '#web/lib/time.ts'
import { DayHeading } from '#web/posts/day-heading.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostRow } from '#web/posts/post-row.tsx'
import { type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import { isMovable } from '#web/posts/use-move.ts'
import { type KnownPerson, usePerson } from '#web/posts/use-person.ts'
import { Face } from '#web/ui/marks/face.tsx'
import { cutIntoParts, Near } from '#web/ui/near.tsx'

type OnSelect = Dispatch<SetStateAction<ReadonlySet<string>>>

interface ListProps {
  readonly posts: readonly Post[]
  /** False if more of the list can be loaded. */
  readonly isComplete: boolean
  /** True while the posts of the previous view are still shown. */
  readonly isDimmed: boolean
  /** True if the list is sorted by time, so that its days have headings. */
  readonly hasDays: boolean
  /** The text in place of the time. Undefined to show the time. */
  readonly noteOf: (post: Post) => string | undefined
  readonly selected: ReadonlySet<string>
  readonly onSelect: OnSelect
}

/** Few enough to render between two frames. */
const rowsAtOnce = 10
const rowHeight = 45
const headingHeight = 33

/** The posts of a view, one per row. Only rows near the viewport are rendered, so a list of thousands stays fast. */
export function PostsList({ posts, isComplete, isDimmed, hasDays, noteOf, selected, onSelect }: ListProps) {
  const { posts: messages } = useMessages()
  const [range] = useState<Range>(() => ({ ids: [], anchor: null }))
  useEffect(() => {
    range.ids = posts.map(({ id }) => id)
  }, [range, posts])
  const days = hasDays ? headingsOf(posts, isComplete) : new Map<string, Heading>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <ul> may hold no parts between itself and its items
    <div
      role="list"
      aria-label={messages.title}
      aria-busy={isDimmed}
      className={`overflow-hidden rounded-lg bg-surface shadow-1 ring-1 ring-line transition-opacity duration-120 ${isDimmed ? 'opacity-60' : ''}`}
    >
      {cutIntoParts(posts, rowsAtOnce).map(({ from, things }) => (
        <Near
          key={from}
          role="presentation"
          guess={things.length * rowHeight + things.filter(({ id }) => days.has(id)).length * headingHeight}
          isFirst={from === 0}
          className="not-first:border-line not-first:border-t"
        >
          {() =>
            things.map((post, nth) => (
              <SelectableRow
                key={post.id}
                post={post}
                day={days.get(post.id)?.day}
                count={days.get(post.id)?.count}
                note={noteOf(post) ?? (hasDays ? timeIn(post) : undefined)}
                place={from + nth + 1}
                setSize={isComplete ? posts.length : -1}
                isSelected={selected.has(post.id)}
                onSelect={onSelect}
                range={range}
              />
            ))
          }
        </Near>
      ))}
    </div>
  )
}

interface Heading {
  /** Null for posts without a time. */
  readonly day: string | null
  /** The number of posts. Undefined while more of the day can be loaded. */
  readonly count?: number
}

const dayOf = (post: Post): string | null => {
  const at = plannedTimeOf(post)
  return at && dayKey(new Date(at))
}

/** Returns the headings of a list by the post that each is above. */
function headingsOf(posts: readonly Post[], isComplete: boolean): ReadonlyMap<string, Heading> {
  const firsts = posts.filter((post, nth) => nth === 0 || dayOf(post) !== dayOf(posts[nth - 1] as Post))
  const places = firsts.map((post) => posts.indexOf(post))
  return new Map(
    firsts.map((post, nth) => {
      const end = places[nth + 1] ?? (isComplete ? posts.length : undefined)
      const count = end === undefined ? {} : { count: end - (places[nth] ?? 0) }
      return [post.id, { day: dayOf(post), ...count }]
    }),
  )
}

const timeIn = (post: Post): string | undefined => {
  const at = plannedTimeOf(post)
  return at === null ? undefined : formatTime(at)
}

interface RowProps {
  readonly post: Post
  /** The day whose heading is above the row. Undefined for none, null for posts without a time. */
  readonly day: string | null | undefined
  readonly count: number | undefined
  readonly note: string | undefined
  /** The row's position among all rows, from 1, including rows that are not rendered. */
  readonly place: number
  /** The number of rows of the whole list. -1 if not known yet. */
  readonly setSize: number
  readonly isSelected: boolean
  readonly onSelect: OnSelect
  readonly range: Range
}

/** The order of the rows and the one that was selected last, for selecting those in between. */
interface Range {
  ids: readonly string[]
  anchor: string | null
}

const longestName = 60

/** A row with its checkbox. It renders only when it has changed, not for each part that is loaded below. */
const SelectableRow = memo(function SelectableRow(props: RowProps) {
  const { post, day, count, note, place, setSize, isSelected, onSelect, range } = props
  const { bulk, queue, shell } = useMessages()
  const [isMoving, setMoving] = useState(false)
  const author = usePerson(post.profileId)(post.authorUid)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <li> may stand in an <ul> alone
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={setSize}
      className="not-first:border-line not-first:border-t"
    >
      {day !== undefined && <DayHeading day={day} count={count === undefined ? undefined : queue.count(count)} />}
      <div className="group/selectable flex items-center has-checked:bg-brand-tint">
        <WritersOnly>
          <label className="-me-2 grid min-h-11 min-w-11 cursor-pointer place-items-center">
            <span className="sr-only">{bulk.select(post.content.slice(0, longestName) || shell.post.untitled)}</span>
            <input
              type="checkbox"
              className="size-4"
              checked={isSelected}
              onChange={({ nativeEvent }) => {
                const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
                const ids = isRange ? idsBetween(range, post.id) : [post.id]
                range.anchor = post.id
                onSelect((before) => setAll(before, ids, !isSelected))
              }}
            />
          </label>
        </WritersOnly>
        <div className="min-w-0 flex-1">
          <PostRow
            post={post}
            {...(note !== undefined && { time: note })}
            author={author && <AuthorFace author={author} />}
            onMove={isMovable(post) ? () => setMoving(true) : undefined}
          />
        </div>
      </div>
      {isMoving && <MoveDialog post={post} onClose={() => setMoving(false)} />}
    </div>
  )
})

/** The face of who wrote a post. A phone has no room for it. */
const AuthorFace = ({ author: { name, avatarUrl } }: { readonly author: KnownPerson }) => (
  <span role="img" aria-label={name} title={name} className="hidden @lg:inline-flex">
    <Face name={name} url={avatarUrl} size={20} />
  </span>
)

/** Returns the rows from the one selected last to this one. */
function idsBetween({ ids, anchor }: Range, id: string): readonly string[] {
  const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)]
  return from < 0 || to < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function setAll(selected: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const id of ids) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}
