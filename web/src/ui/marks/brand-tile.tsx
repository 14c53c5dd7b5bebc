import { Face } from './face.tsx'

interface TileProps {
  readonly name: string
  readonly color: string | null | undefined
  readonly url: string | null | undefined
}

/** A brand: its photo, or its first letter on its color. */
export function BrandTile({ name, color, url }: TileProps) {
  if (url) return <Face name={name} url={url} size={28} isSquare />
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center overflow-hidden rounded-sm bg-ink font-semibold text-bg text-xs"
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
