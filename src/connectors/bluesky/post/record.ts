import type { Json, Outgoing } from '#connectors/connector.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { languageTagOf } from '#rules/language.ts'
import type { Blob, Memo, PostRecord } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { facetsOf } from './facets.ts'
import type { Piece } from './pieces.ts'

const maxImages = 4
/** The limit for a video's alt text; images may have longer ones. */
export const maxVideoAltGraphemes = 1_000

/** Builds the record of a piece. Apart from its date, the record is the same for the same publication and files. */
export function buildRecord(post: Outgoing, piece: Piece, memo: Memo, createdAt: string): PostRecord {
  const language = post.language === null ? null : languageTagOf(post.language)
  const { labels = [], tags = [] } = settingsOf(post.settings)
  const facets = facetsOf(piece.text, memo.dids ?? {})
  const embed = withQuote(embedOf(piece, memo), memo)
  const root = memo.answered?.root ?? memo.posts?.at(0)
  const parent = memo.posts?.at(-1) ?? memo.answered?.parent
  return {
    $type: 'app.bsky.feed.post',
    text: piece.text,
    createdAt,
    ...(facets.length > 0 ? { facets } : {}),
    ...(language === null ? {} : { langs: [language] }),
    ...(embed ? { embed } : {}),
    ...(root && parent ? { reply: { root, parent } } : {}),
    ...(labels.length > 0
      ? { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }
      : {}),
    ...(tags.length > 0 && !piece.isComment ? { tags } : {}),
  }
}

/** A post has one embed, so a quote with files or a card contains them. */
function withQuote(media: Json | null, { quote }: Memo): Json | null {
  if (!quote) return media
  const record = { $type: 'app.bsky.embed.record', record: quote }
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record
}

function embedOf({ media }: Piece, { images, video, card, thumb }: Memo): Json | null {
  if (video?.blob) {
    const [item] = media
    const alt = shorten(item?.altText ?? '', maxVideoAltGraphemes, 'graphemes')
    const shape = item && item.width > 0 && item.height > 0 ? ratio(item) : {}
    const looped = item?.animated ? { presentation: 'gif' } : {}
    return { $type: 'app.bsky.embed.video', video: video.blob, ...(alt === '' ? {} : { alt }), ...shape, ...looped }
  }
  if (images && images.length > 0) {
    const items = images.map(({ blob, width, height }, at) => ({
      image: blob,
      alt: media[at]?.altText ?? '',
      ...ratio({ width, height }),
    }))
    if (items.length <= maxImages) return { $type: 'app.bsky.embed.images', images: items }
    const typed = items.map((item) => ({ $type: 'app.bsky.embed.gallery#image', ...item }))
    return { $type: 'app.bsky.embed.gallery', items: typed }
  }
  if (!card) return null
  const { uri, title, description } = card
  return { $type: 'app.bsky.embed.external', external: { uri, title, description, ...thumbOf(thumb) } }
}

const thumbOf = (thumb: Blob | null | undefined) => (thumb ? { thumb } : {})
/** The aspect ratio. Without it, the reader's page jumps when the image loads. */
const ratio = ({ width, height }: { width: number; height: number }) => ({ aspectRatio: { width, height } })
