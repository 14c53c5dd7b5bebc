import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { SignedIn } from './stand.ts'

/** A post as it stands in a queue. */
export function postOf(
  { account }: Pick<SignedIn, 'account'>,
  text: string,
  more: Partial<Outgoing> & { readonly media?: readonly OutgoingMedia[] } = {},
): Outgoing {
  const { media = [], ...rest } = more
  return {
    format: 'post',
    parts: [{ text, media }],
    title: null,
    link: null,
    language: null,
    firstComment: null,
    settings: {},
    account,
    ...rest,
  }
}

export function threadOf(signedIn: Pick<SignedIn, 'account'>, texts: readonly string[], more: Partial<Outgoing> = {}) {
  return postOf(signedIn, '', { format: 'thread', parts: texts.map((text) => ({ text, media: [] })), ...more })
}

/** Files of which there is as much as a server looks at. */
export function pngOf(width: number, height: number, bytes = 64, fill = 0): Buffer {
  const file = Buffer.alloc(bytes, fill)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function mp4Of(width: number, height: number): Buffer {
  const track = Buffer.alloc(92)
  track.writeUInt32BE(92, 0)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  return Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1'), track])
}

export function gifOf(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

export function pictureOf(mediaId: string, bytes: Buffer, more: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return {
    mediaId,
    kind: 'image',
    contentType: 'image/png',
    size: bytes.length,
    width: 1_200,
    height: 800,
    durationMs: null,
    frameRate: null,
    animated: false,
    hasAlpha: false,
    altText: 'A harbour at dawn.',
    ...more,
  }
}

export const videoOf = (mediaId: string, bytes: Buffer): OutgoingMedia =>
  pictureOf(mediaId, bytes, {
    kind: 'video',
    contentType: 'video/mp4',
    width: 640,
    height: 360,
    durationMs: 4_000,
    frameRate: 30,
  })
