import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { BriefPost } from './post-time.ts'

/** The most marks beside words, in a list that is not wide. */
const mostBeside = 4
/** The most marks on a phone, where they have a line to themselves. */
const mostBelow = 6

/** Marks of the networks of a post, each once. The names are read out. A wide row, the nearest `@container`, shows all. */
export function PostNetworks({ post }: { readonly post: Pick<BriefPost, 'targets'> }) {
  const names = [...new Set(post.targets.map(({ network }) => network))]
  if (names.length === 0) return null
  return (
    <span
      role="img"
      aria-label={names.map((network) => networks[network].name).join(', ')}
      title={names.map((network) => networks[network].name).join(', ')}
      className="nums flex shrink-0 items-center gap-1 text-ink-3 text-xs"
    >
      {names.map((network, nth) => (
        <span key={network} className={displayClass(nth)}>
          <NetworkMark network={network} />
        </span>
      ))}
      {names.length > mostBelow && <span className="sm:hidden">+{names.length - mostBelow}</span>}
      {names.length > mostBeside && <span className="@3xl:hidden max-sm:hidden">+{names.length - mostBeside}</span>}
    </span>
  )
}

function displayClass(nth: number): string {
  if (nth < mostBeside) return 'inline-flex'
  return nth < mostBelow ? 'inline-flex @3xl:inline-flex sm:hidden' : '@3xl:inline-flex hidden'
}
