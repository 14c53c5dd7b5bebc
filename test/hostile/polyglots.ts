import { type HostileFile, refused } from './hostile-file.ts'
import {
  box,
  gif,
  gifExtension,
  gifPicture,
  jpegSegment,
  pngChunk,
  riffChunk,
  withJpegSegments,
  withPngChunks,
} from './pieces.ts'
import { marker, position, type Sample } from './samples.ts'

const script = '<script>alert("polyglot")</script>'
const php = '<?php system($_GET["polyglot"]); ?>'
const zip = `PK\x03\x04\x14\0\0\0polyglot.html${script}PK\x05\x06`

/** Files with two formats at once, and files with their location: accepted, with only the image kept. */
export function* polyglots(all: readonly Sample[]): Generator<HostileFile> {
  const at = (name: string): Sample => {
    const found = all.find((sample) => sample.name === name)
    if (!found) throw new Error(`Unknown sample ${name}.`)
    return found
  }
  const cleaned = (name: string, sample: Sample, bytes: Buffer, mustNotLeave: readonly string[]): HostileFile => ({
    name,
    fileName: `two.${sample.extension}`,
    declared: sample.contentType,
    bytes,
    // A stream does not declare its length and may be refused.
    expect: sample.name === 'film-live-webm' ? 'either' : 'cleaned',
    why: 'the image is valid; the data next to it must not be published',
    mustNotLeave: [...mustNotLeave, marker, position],
  })
  for (const sample of all) {
    yield cleaned(`${sample.name} with its metadata`, sample, sample.bytes, [])
    if (
      ['film-avi', 'film-webm', 'film-mp4', 'film-mov'].includes(sample.name) ||
      sample.contentType.startsWith('image/')
    ) {
      for (const [what, tail] of [
        ['zip', zip],
        ['html', script],
        ['php', php],
      ] as const) {
        const bytes = Buffer.concat([sample.bytes, Buffer.from(tail, 'latin1')])
        yield cleaned(`${sample.name} with ${what} behind it`, sample, bytes, ['polyglot'])
      }
    }
  }
  const [jpeg, png, still] = [at('jpeg'), at('png'), at('gif')]
  for (const [what, text] of [
    ['html', script],
    ['php', php],
    ['zip', zip],
  ] as const) {
    yield cleaned(`jpeg with ${what} in a comment`, jpeg, withJpegSegments(jpeg.bytes, jpegSegment(0xfe, text)), [
      'polyglot',
    ])
    yield cleaned(
      `jpeg with ${what} in a segment of applications`,
      jpeg,
      withJpegSegments(jpeg.bytes, jpegSegment(0xe9, text)),
      ['polyglot'],
    )
    const between = withJpegSegments(jpeg.bytes, jpegSegment(0xfe, 'a'), Buffer.from(text, 'latin1'))
    yield { ...cleaned(`jpeg with ${what} between segments`, jpeg, between, ['polyglot']), expect: 'either' }
    yield cleaned(`png with ${what} in a text`, png, withPngChunks(png.bytes, pngChunk('tEXt', `Comment\0${text}`)), [
      'polyglot',
    ])
    yield cleaned(`png with ${what} in a separate chunk`, png, withPngChunks(png.bytes, pngChunk('hoSt', text)), [
      'polyglot',
    ])
    yield cleaned(`gif with ${what} in a comment`, still, gif(1, 1, gifExtension(0xfe, text), gifPicture()), [
      'polyglot',
    ])
    yield cleaned(
      `gif with ${what} in an extension`,
      still,
      gif(1, 1, gifExtension(0xff, 'POLYGLOT1.0', text), gifPicture()),
      ['polyglot', 'POLYGLOT'],
    )
  }
  const runs = gif(0x2a2f, 1, gifExtension(0xfe, '*/=1;alert("polyglot")//'), gifPicture())
  yield cleaned('gif that is javascript too', still, runs, ['polyglot'])

  const film = at('film-mp4')
  for (const [kind, from] of [
    ['url ', 'url '],
    ['urn ', 'url '],
    ['alis', 'url '],
  ] as const) {
    const away = Buffer.from(film.bytes)
    const start = away.indexOf(from)
    away.write(kind, start, 'latin1')
    away[start + 7] = 0
    yield refused(
      `mp4 whose video is elsewhere (${kind.trim()})`,
      'away.mp4',
      'video/mp4',
      away,
      'players would request that URL',
    )
  }
  const locked = Buffer.from(film.bytes)
  locked.write('encv', locked.indexOf('avc1', locked.indexOf('stsd')))
  yield refused('mp4 that is encrypted', 'locked.mp4', 'video/mp4', locked, 'its content cannot be checked')
  const elsewhere = Buffer.concat([
    box('ftyp', 'qt  \0\0\0\0qt  '),
    box('moov', box('rmra', box('rmda', box('rdrf', `\0\0\0\0url ${script}`)))),
  ])
  yield refused('mov that only names an address', 'away.mov', 'video/quicktime', elsewhere, 'it contains no video')
  yield refused(
    'webp of nothing but metadata',
    'empty.webp',
    'image/webp',
    Buffer.concat([Buffer.from('RIFF\x1c\0\0\0WEBP', 'latin1'), riffChunk('XMP ', 'marker-of-place!')]),
    'it contains no image',
  )
}
