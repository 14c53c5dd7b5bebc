import { useState } from 'react'

/** The sizes of faces in pixels. Badges and initials depend on them. */
type FaceSize = 20 | 24 | 28 | 32 | 36 | 40 | 64

const faceSizes: Readonly<Record<FaceSize, string>> = {
  20: 'size-5 text-[0.6875rem]',
  24: 'size-6 text-[0.6875rem]',
  28: 'size-7 text-[0.6875rem]',
  32: 'size-8 text-xs',
  36: 'size-9 text-sm',
  40: 'size-10 text-sm',
  64: 'size-16 text-xl',
}

interface FaceProps {
  readonly name: string
  /** An image from this service. Other origins are refused by the page's policy. */
  readonly url?: string | null | undefined
  readonly size?: FaceSize
  readonly isSquare?: boolean
}

/**
 * A person's image, or initials on a hue from the name. A square face is a brand. The name is next to the face, so
 * screen readers skip it.
 */
export function Face({ name, url, size = 32, isSquare = false }: FaceProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = `${isSquare ? 'rounded-sm' : 'rounded-full'} ${faceSizes[size]} shrink-0`
  if (url && url !== broken)
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(url)}
        className={`inline-block bg-sunken object-cover align-middle ${shape}`}
      />
    )
  return (
    <span
      aria-hidden="true"
      style={hueOf(name)}
      className={`inline-grid select-none place-items-center font-semibold align-middle leading-none ${shape}`}
    >
      {initialsOf(name, size < 28 ? 1 : 2)}
    </span>
  )
}

const separators = /[\s._\-@/]+/u

/** Returns the first letters of the first and the last word of a name or handle. */
function initialsOf(name: string, count: 1 | 2): string {
  const words = name.split(separators).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = words[0]
  if (first === undefined) return '?'
  const last = count === 2 && words.length > 1 ? words.at(-1) : undefined
  return [first, last].map((word) => (word ? letterOf(word) : '')).join('')
}

function letterOf(word: string): string {
  const letter = [...word].find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  return letter.toLocaleUpperCase()
}

/** Mixes a hue into the surface and the ink, so that initials are readable in both themes. */
function hueOf(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  const hue = `oklch(0.62 0.14 ${Math.floor(sum / 30) * 30})`
  return {
    background: `color-mix(in oklab, ${hue} 22%, var(--surface))`,
    color: `color-mix(in oklab, ${hue} 35%, var(--ink))`,
  }
}
