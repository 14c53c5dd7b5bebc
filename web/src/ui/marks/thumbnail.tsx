import { useState } from 'react'

const sizes = { 28: 'size-7', 40: 'size-10', row: 'size-10 @lg:size-7' } as const

interface ThumbnailProps {
  readonly url: string | null | undefined
  /** The number of attached files. Two or more are written in the corner. */
  readonly count?: number | undefined
  /** The size in pixels, or that of a post's row: larger on a phone. */
  readonly size?: 28 | 40 | 'row'
}

/** The first image of a post, next to its text. Renders nothing for a post without an image. */
export function Thumbnail({ url, count = 1, size = 28 }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!url) return null
  const shape = `block rounded-sm bg-sunken ${sizes[size]}`
  return (
    <span aria-hidden="true" className="relative shrink-0">
      {url === broken ? (
        <span className={shape} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(url)}
          className={`object-cover ${shape}`}
        />
      )}
      {count > 1 && (
        <span className="nums -end-[3px] -bottom-[3px] absolute min-w-3.5 rounded-[4px] bg-ink px-0.5 text-center font-semibold text-[0.625rem] text-surface leading-3.5">
          {count}
        </span>
      )}
    </span>
  )
}
