import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { BriefPost } from './post-time.ts'

/** The most marks where lines are narrow. */
const mostWhereNarrow = 6

/** Marks of the networks of a post, each once. The names are read out. */
export function PostNetworks({ post }: { readonly post: Pick<BriefPost, 'targets'> }) {
  const names = [...new Set(post.targets.map(({ network }) => network))]
  if (names.length === 0) return null
  return (
    <span
      role="img"
      aria-label={names.map((network) => networks[network].name).join(', ')}
      title={names.map((network) => networks[network].name).join(', ')}
      className="flex shrink-0 gap-1"
    >
      {names.map((network, nth) => (
        <span key={network} className={nth < mostWhereNarrow ? 'inline-flex' : 'hidden xl:inline-flex'}>
          <NetworkMark network={network} />
        </span>
      ))}
      {names.length > mostWhereNarrow && (
        <span className="nums self-center text-ink-3 text-xs xl:hidden">+{names.length - mostWhereNarrow}</span>
      )}
    </span>
  )
}
