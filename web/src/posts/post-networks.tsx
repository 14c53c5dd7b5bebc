import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { BriefPost } from './post-time.ts'

/** The number of marks up to which all are shown. A longer list ends with the number of the others. */
const maxShown = 5

/** The marks of a post's networks, each once, with their names for screen readers. */
export function PostNetworks({ post }: { readonly post: Pick<BriefPost, 'targets'> }) {
  const all = [...new Set(post.targets.map(({ network }) => network))]
  if (all.length === 0) return null
  const shown = all.length > maxShown ? all.slice(0, maxShown - 1) : all
  const names = all.map((network) => networks[network].name).join(', ')
  return (
    <span
      role="img"
      aria-label={names}
      title={names}
      className="nums flex shrink-0 items-center gap-1.5 text-ink-2 text-xs"
    >
      {shown.map((network) => (
        <NetworkMark key={network} network={network} className="size-3.5" />
      ))}
      {all.length > shown.length && <span className="font-medium text-ink-3">+{all.length - shown.length}</span>}
    </span>
  )
}
