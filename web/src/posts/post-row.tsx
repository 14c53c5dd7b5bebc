import { type FirstMessages, useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { formatDayAndTime, formatDuration } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostMenu } from '#web/posts/post-menu.tsx'

import { networks } from '#web/ui/marks/network-mark.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { showFullText } from '#web/ui/one-line.tsx'
import { PostNetworks } from './post-networks.tsx'
import { latenessOf, type Post, timeOf } from './post-time.ts'

interface RowProps {
  readonly post: Post
  /** Asks for another time. Omitted where posts cannot be moved. */
  readonly onMove?: () => void
  /** The time of day, in a list whose headings show the day. */
  readonly time?: string
  /** The state that the list filters by, which the rows do not repeat. */
  readonly usual?: Post['status'] | undefined
  /** True if the lines below the row show the progress for each account. */
  readonly isExplained?: boolean
}

/** A post in a list: its state, text, networks and time. The row is a link, with its menu next to it. */
export function PostRow({ post, onMove, time, usual, isExplained = false }: RowProps) {
  const { shell } = useMessages()
  const when = time ?? formatDayAndTime(timeOf(post))
  const hasNetworks = post.status !== usual && !isExplained && post.targets.length > 0
  return (
    <div className="@container flex items-center rounded-[inherit] pe-2 hover:bg-sunken">
      <PostLink
        post={post}
        className="grid min-h-15 min-w-0 flex-1 grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 py-2.5 ps-4 pe-2 -outline-offset-2 sm:flex"
      >
        <span className={hasNetworks ? 'max-sm:row-span-2' : ''}>
          <StatusIcon status={post.status} />
        </span>
        <span className="grid min-w-0 flex-1">
          <span
            onPointerEnter={showFullText}
            className={`wrap-anywhere line-clamp-2 sm:line-clamp-1 ${post.content ? '' : 'text-ink-3'}`}
          >
            <bdi>{post.content || shell.post.untitled}</bdi>
          </span>
          <span className={`line-clamp-2 text-ink-3 text-sm sm:line-clamp-1 ${isExplained ? 'sm:hidden' : ''}`}>
            <span className="nums sm:hidden">{isExplained ? when : `${when} · `}</span>
            {!isExplained && <PostNote post={post} usual={usual} />}
          </span>
        </span>
        {hasNetworks && (
          <span className="col-start-2">
            <PostNetworks post={post} />
          </span>
        )}
        <span
          className={`nums hidden shrink-0 whitespace-nowrap text-end text-ink-2 text-sm sm:block ${time ? 'w-16' : 'w-36'}`}
        >
          {when}
        </span>
      </PostLink>
      <PostMenu post={post} onMove={onMove} />
    </div>
  )
}

interface NoteProps {
  readonly post: Post
  /** The state that the list filters by. Instead of repeating it, the row shows the networks. */
  readonly usual?: Post['status'] | undefined
}

/** Describes the state of a post: what went wrong, what it is waiting for, or how late it was. */
function PostNote({ post, usual }: NoteProps) {
  const messages = useMessages()
  const trouble = troubleOf(post, messages)
  const note = trouble ?? remarkOf(post, messages)
  return (
    <>
      {post.status === usual ? <NamedNetworks post={post} /> : messages.shell.post.status[post.status]}
      {note !== null && (
        <>
          {' · '}
          <span className={trouble === null ? '' : 'text-ink-2'}>{note}</span>
        </>
      )}
    </>
  )
}

/** The networks by name. On a phone they are icons, which fit on one line. */
function NamedNetworks({ post }: { readonly post: Post }) {
  const names = [...new Set(post.targets.map(({ network }) => networks[network].name))]
  return (
    <>
      <span className="max-sm:hidden">{listWords(names)}</span>
      <span className="inline-flex align-bottom sm:hidden">
        <PostNetworks post={post} />
      </span>
    </>
  )
}

/** Returns the first refusal of a network. */
function troubleOf({ targets }: Post, { verdicts }: FirstMessages): string | null {
  const troubled = targets.find(({ error }) => error !== null)
  return troubled?.error
    ? `${networks[troubled.network].name}: ${verdicts.failure(troubled.errorCode, troubled.error)}`
    : null
}

function remarkOf(post: Post, { posts, verdicts }: FirstMessages): string | null {
  const waits = post.targets.find(({ waitsFor }) => waitsFor?.detail)?.waitsFor
  if (waits) return verdicts.wait(waits)
  if (post.targets.length === 0) return posts.noAccounts
  const late = latenessOf(post)
  return late === null ? null : posts.post.late(formatDuration(late))
}
