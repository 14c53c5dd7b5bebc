import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { fileOf, type TestFile } from './files.ts'
import { type FileName, type KindOfPost, settingsOf } from './kinds.ts'

const pictures = Array.from({ length: 5 }, () => fileOf('image/jpeg'))
const files: Readonly<Record<FileName, TestFile | undefined>> = {
  picture: pictures[0],
  other: pictures[1],
  third: pictures[2],
  fourth: pictures[3],
  fifth: pictures[4],
  moving: fileOf('image/gif'),
  slides: fileOf('application/pdf'),
  sound: fileOf('audio/mpeg'),
  film: fileOf('video/mp4', { width: 1_080, height: 1_920 }),
  wide: fileOf('video/mp4'),
}

/** Builds a post of that kind as a connector receives it, with no particular author. */
export function asOutgoing(kind: KindOfPost): Outgoing {
  const { format = 'post', title = null, link = null, silent, firstComment } = kind
  const text = silent ? '' : 'Words.'
  return {
    format,
    parts: [kind.files ?? [], ...(kind.replies ?? [])].map((names) => ({
      text,
      media: names.flatMap((name) => itemsOf(name, kind.thumbnail)),
    })),
    title,
    link,
    language: null,
    firstComment: firstComment ? 'More words.' : null,
    settings: settingsOf(kind),
    account: { remoteId: '1', handle: 'somebody', facts: {} },
  }
}

function itemsOf(name: FileName, thumbnail: FileName | undefined): readonly OutgoingMedia[] {
  const item = files[name]?.item
  const picture = thumbnail && files[thumbnail]?.item
  return item ? [{ ...item, ...(picture ? { thumbnail: picture } : {}) }] : []
}
