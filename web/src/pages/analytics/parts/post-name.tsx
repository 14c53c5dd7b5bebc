import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { NetworkMark, type NetworkName, networks as named } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'

interface NameProps {
  readonly profileId: string
  readonly postId: string
  readonly content: string
  readonly at: string | null
  readonly networks: readonly NetworkName[]
}

/** A post in a table of metrics: its first words, linked to its chart, with its time and networks. */
export function PostName({ profileId, postId, content, at, networks }: NameProps) {
  const { shell } = useMessages()
  const names = [...new Set(networks)]
  return (
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
      <Link
        to="/p/$profileId/analytics/posts/$postId"
        params={{ profileId, postId }}
        className="min-w-0 text-ink hover:underline"
      >
        <OneLine>{content || shell.post.untitled}</OneLine>
      </Link>
      <span className="flex items-center gap-2 text-ink-3 text-sm">
        {at && <span className="whitespace-nowrap">{formatDayAndTime(at)}</span>}
        <span role="img" aria-label={names.map((name) => named[name].name).join(', ')} className="flex gap-1">
          {names.map((name) => (
            <NetworkMark key={name} network={name} />
          ))}
        </span>
      </span>
    </span>
  )
}
