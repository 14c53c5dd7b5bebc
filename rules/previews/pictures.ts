import { frame, row } from './files.ts'
import { h, type Node } from './node.ts'
import { body, face, glyphs, head, line } from './parts.ts'
import type { Drawn, PreviewFile } from './post.ts'

/** Networks whose posts are primarily images or videos. */

const folds = { instagram: 125, pinterest: 50, tiktok: 90, youtube: 150 }

const missing = (words: string): Node => h('p', { class: 'pv-needs' }, words)

/** A phone that one file fills. It is dark in both modes, since the image has text on it. */
const phone = (drawn: Drawn, file: PreviewFile | undefined, ...above: readonly Node[]): Node =>
  h('div', { class: 'pv-phone pv-night' }, file ? frame(drawn, file, '') : missing(drawn.say.needsMedia), ...above)

/**
 * Instagram: the account above the image, the caption below it. Its feed shows these aspect ratios and crops others, and
 * the first image determines the ratio for all. A reel fills a phone.
 */
export function instagram(drawn: Drawn): Node {
  const { post, say } = drawn
  const [first] = post.parts
  const [file, ...others] = first?.files ?? []
  if (!first || !file) return missing(say.needsMedia)
  const isTall = others.length === 0 && file.kind === 'video'
  return h(
    'div',
    { class: 'pv-gram', 'data-preview-part': '' },
    head(face(drawn, 'small'), line(post.handle, 'pv-strong')),
    isTall
      ? h('div', { class: 'pv-reel' }, frame(drawn, file, 'pv-shape-phone'))
      : row(drawn, first.files, { min: 4 / 5, max: 1.91 }),
    h(
      'div',
      { class: 'pv-caption' },
      glyphs(['heart', 'bubble', 'send'], 'big'),
      first.text === '' ? null : line(post.handle, 'pv-strong'),
      body(drawn, first.text, { fold: folds.instagram, hasLinks: false }),
      ...(post.firstComment === ''
        ? []
        : [line(post.handle, 'pv-strong'), body(drawn, post.firstComment, { hasLinks: false })]),
    ),
  )
}

/** Pinterest: a tall image with its title, description and account below. */
export function pinterest(drawn: Drawn): Node {
  const { post, say } = drawn
  const [first] = post.parts
  return h(
    'div',
    { class: 'pv-pin', 'data-preview-part': '' },
    row(drawn, first?.files ?? [], { min: 2 / 3, max: 2 }) ?? missing(say.needsMedia),
    post.board === null && post.card === null
      ? null
      : h(
          'p',
          { class: 'pv-pinned' },
          post.board === null ? null : line(post.board, 'pv-quiet'),
          post.card === null ? null : h('span', { class: 'pv-mark' }, post.card),
        ),
    post.title === '' ? null : h('p', { class: 'pv-title', dir: 'auto' }, post.title),
    body(drawn, first?.text ?? '', { fold: folds.pinterest }),
    head(face(drawn, 'small'), line(post.name, 'pv-strong')),
  )
}

/** TikTok: a phone filled by the video, with the caption at the bottom and the buttons along the side. */
export function tiktok(drawn: Drawn): Node {
  const { post } = drawn
  const [first] = post.parts
  const files = first?.files ?? []
  return h(
    'div',
    { class: 'pv-hand', 'data-preview-part': '' },
    phone(
      drawn,
      files[0],
      files.length > 1 ? h('span', { class: 'pv-count' }, `1/${files.length}`) : null,
      glyphs(['heart', 'bubble', 'send'], 'big'),
      h(
        'div',
        { class: 'pv-over' },
        line(post.name, 'pv-strong'),
        post.title === '' ? null : line(post.title),
        body(drawn, first?.text ?? '', { fold: folds.tiktok, hasLinks: false }),
      ),
    ),
  )
}

/** A story: one image or video that fills a phone, for a day. It has no text. */
export const story = (drawn: Drawn): Node =>
  h(
    'div',
    { class: 'pv-hand', 'data-preview-part': '' },
    phone(
      drawn,
      drawn.post.parts[0]?.files[0],
      h('div', { class: 'pv-top' }, h('i', {}), head(face(drawn, 'small'), line(drawn.post.name, 'pv-strong'))),
    ),
  )

/** YouTube: the video at full width, its title, the channel, and the start of the description. */
export function youtube(drawn: Drawn): Node {
  const { post, say } = drawn
  const [first] = post.parts
  const [video] = first?.files ?? []
  const isUpright = video?.aspect !== null && video !== undefined && video.aspect <= 1
  return h(
    'div',
    { class: 'pv-watch', 'data-preview-part': '' },
    video?.kind === 'video'
      ? h(
          'div',
          { class: isUpright ? 'pv-night pv-reel' : 'pv-night' },
          frame(drawn, video, isUpright ? 'pv-shape-phone' : 'pv-shape-wide'),
        )
      : missing(say.needsVideo),
    post.title === '' ? null : h('p', { class: 'pv-title', dir: 'auto' }, post.title),
    head(face(drawn, 'small'), line(post.name, 'pv-strong')),
    h('div', { class: 'pv-about' }, body(drawn, first?.text ?? '', { fold: folds.youtube })),
  )
}
