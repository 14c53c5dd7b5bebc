import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { NetworkMark, type NetworkName, networks as named } from '#web/ui/marks/network-mark.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { OneLine } from '#web/ui/one-line.tsx'

interface NameProps {
  readonly profileId: string
  readonly postId: string
  readonly content: string
  /** When it was published. If omitted, the name has one line. */
  readonly at?: string | null
  readonly networks: readonly NetworkName[]
  /** A small image of the post, where the page knows it. */
  readonly thumbnailUrl?: string | null | undefined
}

/** A post in a table of metrics: its first words, linked to its chart, with its networks and time. */
export function PostName({ profileId, postId, content, at, networks, thumbnailUrl }: NameProps) {
  const { shell } = useMessages()
  const link = (
    <Link
      to="/p/$profileId/analytics/posts/$postId"
      params={{ profileId, postId }}
      className="min-w-0 text-ink hover:underline"
    >
      <OneLine>{content || shell.post.untitled}</OneLine>
    </Link>
  )
  if (at === undefined)
    return (
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1">{link}</span>
        <Networks of={networks} />
      </span>
    )
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Thumbnail url={thumbnailUrl} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
        {link}
        <span className="flex items-center gap-2 text-ink-3 text-xs">
          {at && <span className="whitespace-nowrap">{formatDayAndTime(at)}</span>}
          <Networks of={networks} />
        </span>
      </span>
    </span>
  )
}

const maxNetworks = 4

/** The networks of a post. If there are many, the rest is a number. */
function Networks({ of }: { readonly of: readonly NetworkName[] }) {
  const names = [...new Set(of)]
  const shown = names.length > maxNetworks + 1 ? names.slice(0, maxNetworks) : names
  return (
    <span
      role="img"
      aria-label={names.map((name) => named[name].name).join(', ')}
      className="flex shrink-0 items-center gap-1 text-ink-3 text-xs"
    >
      {shown.map((name) => (
        <NetworkMark key={name} network={name} className="size-3.5" />
      ))}
      {shown.length < names.length && `+${names.length - shown.length}`}
    </span>
  )
}
