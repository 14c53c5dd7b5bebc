import { MediaFrame } from './parts.tsx'
import type { ShownMedia } from './shown-post.ts'

interface GridProps {
  readonly media: readonly ShownMedia[]
  /** The maximum number of visible images. The last one shows how many more there are. */
  readonly most?: number
  /** The limits of the aspect ratio of a single image, width ÷ height. */
  readonly single?: { readonly min: number; readonly max: number }
  readonly className?: string
}

const anyShape = { min: 0.75, max: 2 }

/** Images as feeds lay them out: one alone, two side by side, three with a large one, four in a square. */
export function Grid({ media, most = 4, single = anyShape, className = '' }: GridProps) {
  const [first] = media
  if (!first) return null
  if (media.length === 1) {
    const aspect = Math.min(single.max, Math.max(single.min, first.aspect ?? 1.5))
    return (
      <div style={{ aspectRatio: aspect }} className={`grid overflow-hidden ${className}`}>
        <MediaFrame file={first} />
      </div>
    )
  }
  const shown = media.slice(0, most)
  const more = media.length - shown.length
  return (
    <div className={`grid aspect-[1.6] grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden ${className}`}>
      {shown.map((file, nth) => (
        <div key={file.key} className={`relative grid ${spanOf(nth, shown.length)}`}>
          <MediaFrame file={file} />
          {more > 0 && nth === shown.length - 1 && (
            <span className="absolute inset-0 grid place-items-center bg-ink/60 font-semibold text-2xl text-bg">
              +{more}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function spanOf(nth: number, of: number): string {
  if (of === 2) return 'row-span-2'
  return of === 3 && nth === 0 ? 'row-span-2' : ''
}

/** Images in a row to swipe. */
export function Row({ media, aspect }: { readonly media: readonly ShownMedia[]; readonly aspect: number }) {
  if (media.length === 0) return null
  return (
    <ul className="flex snap-x gap-1.5 overflow-x-auto" tabIndex={media.length > 1 ? 0 : undefined}>
      {media.map((file) => (
        <li
          key={file.key}
          style={{ aspectRatio: aspect }}
          className={`grid shrink-0 snap-start overflow-hidden rounded-md ${media.length > 1 ? 'w-4/5' : 'w-full'}`}
        >
          <MediaFrame file={file} />
        </li>
      ))}
    </ul>
  )
}
