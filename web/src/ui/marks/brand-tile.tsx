import { Face } from './face.tsx'

interface TileProps {
  readonly name: string
  readonly color: string | null | undefined
  readonly url: string | null | undefined
  readonly isLarge?: boolean
}

/** A brand: its photo, or its first letter on its color. */
export function BrandTile({ name, color, url, isLarge = false }: TileProps) {
  if (url) return <Face name={name} url={url} size={isLarge ? 64 : 28} isSquare />
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-sm bg-ink font-semibold text-bg ${isLarge ? 'size-16 text-2xl' : 'size-7 text-xs'}`}
      style={color ? { background: color } : undefined}
    >
      {firstLetter(name)}
    </span>
  )
}

/** The first grapheme, which may be several code points. */
function firstLetter(name: string): string {
  const text = name.trim()
  // Most names need no segmenter. Creating one takes as long as drawing ten rows of a list.
  if (/^[\w ]{2}/.test(text)) return text.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment.toUpperCase() ?? ''
}
