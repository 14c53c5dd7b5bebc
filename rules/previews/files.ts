import { h, type Node } from './node.ts'
import { glyph } from './parts.ts'
import type { Drawn, PreviewFile } from './post.ts'

/**
 * The aspect ratios of frames, width ÷ height. A page that allows no inline styles has a class for each, so a frame takes
 * the closest one.
 */
export const shapes: Readonly<Record<string, number>> = {
  phone: 9 / 16,
  pin: 2 / 3,
  tall: 3 / 4,
  upright: 4 / 5,
  square: 1,
  wider: 5 / 4,
  classic: 4 / 3,
  photo: 3 / 2,
  wide: 16 / 9,
  card: 1.91,
  double: 2,
}

/** Words for a file, and how a video is drawn. */
type Told = Pick<Drawn, 'say' | 'isLive' | 'drawFilm'>

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Returns the class of the closest shape within the bounds. */
function shapeOf({ aspect }: PreviewFile, { min, max }: Bounds, unknown: number): string {
  const wanted = Math.min(max, Math.max(min, aspect ?? unknown))
  const distance = (ratio: number) => Math.abs(Math.log(ratio / wanted))
  const [closest = 'square'] = Object.keys(shapes).sort(
    (one, other) => distance(shapes[one] ?? 1) - distance(shapes[other] ?? 1),
  )
  return `pv-shape-${closest}`
}

const anyShape: Bounds = { min: 0.75, max: 2 }
const mostInGrid = 4

/** The classes of grids whose images differ in size, by the number of images. */
const spans: Readonly<Record<number, string>> = { 2: ' pv-of-2', 3: ' pv-of-3', 5: ' pv-of-5' }

interface GridLook {
  /** The maximum number of visible images. The last one shows how many more there are. */
  readonly most?: number
  /** The limits of the aspect ratio of a single image. */
  readonly single?: Bounds
  readonly isEdged?: boolean
}

/** Images as feeds lay them out: one alone, two side by side, three with a large one, four in a square. */
export function grid(drawn: Told, files: readonly PreviewFile[], look: GridLook = {}): Node {
  const { most = mostInGrid, single = anyShape, isEdged = false } = look
  const [first] = files
  if (!first) return null
  const edge = isEdged ? ' pv-edged' : ''
  if (files.length === 1) return frame(drawn, first, `${shapeOf(first, single, 1.5)}${edge}`)
  const shown = files.slice(0, most)
  const more = files.length - shown.length
  return h(
    'div',
    { class: `pv-grid${spans[shown.length] ?? ''}${edge}` },
    ...shown.map((file, nth) =>
      frame(drawn, file, '', more > 0 && nth === shown.length - 1 ? h('b', { class: 'pv-rest' }, `+${more}`) : null),
    ),
  )
}

/** Images in a row to swipe, all in the shape of the first. */
export function row(drawn: Told, files: readonly PreviewFile[], bounds: Bounds): Node {
  const [first] = files
  if (!first) return null
  const shape = shapeOf(first, bounds, bounds.min)
  return h(
    'ul',
    { class: `pv-row${files.length > 1 ? ' pv-several' : ''}`, tabindex: files.length > 1 ? 0 : undefined },
    ...files.map((file) => h('li', {}, frame(drawn, file, shape))),
  )
}

/** A file in its frame. */
export function frame(drawn: Told, file: PreviewFile, style: string, above: Node = null): Node {
  if (file.kind === 'document' || file.kind === 'audio') return unseen(drawn, file)
  return h(
    'div',
    { class: `pv-frame ${style}`, 'data-preview-media': '' },
    picture(drawn, file),
    above,
    file.rejected === null ? null : h('span', { class: 'pv-rejected' }, drawn.say.rejected(file.rejected)),
  )
}

function picture({ say, isLive, drawFilm }: Told, file: PreviewFile): Node {
  const { kind, url, altText } = file
  const poster = file.posterUrl ?? undefined
  const src = url || poster
  if (!src) return h('span', { class: 'pv-missing' }, glyph('image', 'pv-big'))
  const still = h('img', { src, alt: altText, loading: isLive ? 'lazy' : undefined })
  if (kind === 'image') return still
  if (drawFilm) return drawFilm(file, altText || say.video)
  return h(
    'span',
    {},
    url ? h('video', { src, poster, muted: true }) : still,
    h('span', { class: 'pv-play' }, glyph('play', 'pv-filled')),
  )
}

/** A file that a feed does not show as an image. */
function unseen({ say }: Told, { kind, url, altText }: PreviewFile): Node {
  if (kind === 'document') return h('a', { class: 'pv-document', href: url }, say.document)
  return h('audio', {
    class: 'pv-audio',
    src: url,
    'aria-label': altText || say.audio,
    controls: true,
    preload: 'none',
  })
}
