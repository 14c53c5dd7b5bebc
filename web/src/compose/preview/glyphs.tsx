import { Drawing } from '#web/icons/icon.tsx'

/** Icons below a post on most networks, redrawn so that they look the same on every system. */
const shapes = {
  heart: 'M10 16.5S3.5 12.8 3.5 8A3.5 3.5 0 0 1 10 6.200 3.5 3.5 0 0 1 16.5 8c0 4.800-6.5 8.5-6.5 8.5z',
  bubble: 'M4 4.500h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H9L5.500 17v-3.500H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  repost: 'M4 9V8a3 3 0 0 1 3-3h9M13 2.500 15.500 5 13 7.500M16 11v1a3 3 0 0 1-3 3H4M7 17.500 4.500 15 7 12.500',
  views: 'M4 16v-5M8 16V8M12 16v-3M16 16V4',
  star: 'm10 3 2.150 4.550 4.850.650-3.550 3.400.900 4.900L10 14.100 5.650 16.500l.900-4.900L3 8.200l4.850-.650z',
  reply: 'M8 5 4 9l4 4M4 9h7a5 5 0 0 1 5 5v1',
  send: 'M17 3 9 11M17 3l-4.500 14L9 11 3 7.500z',
  globe: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M3 10h14M10 3c3 3 3 11 0 14M10 3c-3 3-3 11 0 14',
  play: 'M7 4.500v11l9-5.500z',
} as const

export type GlyphName = keyof typeof shapes

export const Glyph = ({ name, className = 'size-4' }: { readonly name: GlyphName; readonly className?: string }) => (
  <Drawing path={shapes[name]} className={className} />
)

interface GlyphBarProps {
  readonly names: readonly GlyphName[]
  /** True if the network shows a count next to each, as small as on a new post. */
  readonly hasCounts?: boolean
}

/** The icons in a row. They are not buttons here. */
export const GlyphBar = ({ names, hasCounts = false }: GlyphBarProps) => (
  <p aria-hidden="true" className="nums flex flex-wrap gap-x-6 pt-1 text-ink-3 text-sm">
    {names.map((name) => (
      <span key={name} className="inline-flex items-center gap-1.5">
        <Glyph name={name} />
        {hasCounts && '0'}
      </span>
    ))}
  </p>
)
