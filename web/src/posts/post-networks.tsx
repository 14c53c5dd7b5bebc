import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { BriefPost } from './post-time.ts'

/** The maximum number of icons next to text in a narrow list. */
const maxInline = 4
/** The maximum number of icons on a phone, where they are on their own line. */
const maxOnPhone = 6

/**
 * Icons of the networks of a post, each once, with names for screen readers. A wide row, the nearest `@container`,
 * shows all.
 */
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
      {names.length > maxOnPhone && <span className="sm:hidden">+{names.length - maxOnPhone}</span>}
      {names.length > maxInline && <span className="@3xl:hidden max-sm:hidden">+{names.length - maxInline}</span>}
    </span>
  )
}

function displayClass(nth: number): string {
  if (nth < maxInline) return 'inline-flex'
  return nth < maxOnPhone ? 'inline-flex @3xl:inline-flex sm:hidden' : '@3xl:inline-flex hidden'
}
