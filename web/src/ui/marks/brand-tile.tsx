import { brandColorOf, brandLetter, inkOn } from '#rules/face/brand-tile.ts'
import { Face } from './face.tsx'

const tileSizes = { 28: 'size-7 text-xs', 40: 'size-10 text-base', 64: 'size-16 text-2xl' } as const

interface TileProps {
  readonly name: string
  readonly color: string | null | undefined
  readonly url: string | null | undefined
  readonly size?: keyof typeof tileSizes
}

/** A brand: its photo, or its first letter on its color. */
export function BrandTile({ name, color, url, size = 28 }: TileProps) {
  if (url) return <Face name={name} url={url} size={size} isSquare />
  const background = brandColorOf(color)
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-sm font-semibold ${tileSizes[size]}`}
      style={{ background, color: inkOn(background) }}
    >
      {brandLetter(name)}
    </span>
  )
}
