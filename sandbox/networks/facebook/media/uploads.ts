import { receiver } from '../../../core/http/receive.ts'
import type { Received } from '../../../core/http/request.ts'
import { durationOf, frameRateOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import { badParam } from '../../meta/refusals.ts'
import type { Graph } from '../state/platform.ts'
import type { Video, VideoFile } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'

/** Receives the bytes of videos in chunks, each at the offset where the previous one ended. */
export interface Uploads {
  append(video: Video, piece: Received): void
  /** Ends the upload and inspects the file. Null if it is not a video. */
  done(video: Video): VideoFile | null
}

interface Coming {
  readonly into: ReturnType<typeof receiver>
  /** The first chunk while it is the only one: a large file in one chunk keeps its own hash. */
  first: Received | null
  pieces: number
  /** True while all received bytes are kept, so that the hash of the complete file is known. */
  whole: boolean
}

export function createUploads(graph: Graph): Uploads {
  const coming = new Map<string, Coming>()
  return {
    append(video, piece) {
      const { id } = video
      const known = coming.get(id) ?? { into: receiver(), first: piece, pieces: 0, whole: true }
      coming.set(id, known)
      known.pieces += 1
      if (known.pieces > 1) known.first = null
      known.whole &&= piece.isComplete
      known.into.take(piece.bytes)
      video.received += piece.size
    },
    done(video) {
      const known = coming.get(video.id)
      coming.delete(video.id)
      if (!known) return null
      const file = known.first ?? known.into.done()
      const found = sniff(file)
      if (found?.kind !== 'video' && found?.mime !== 'image/gif') return null
      const sha256 = known.first || known.whole ? file.sha256.toString('hex') : null
      const { size } = found
      return {
        mime: found.mime,
        sha256,
        url: sha256 === null ? null : graph.world.media.keep('facebook', video.id, file, found.mime),
        width: size?.width ?? null,
        height: size?.height ?? null,
        durationMs: durationOf(file.bytes),
        frameRate: frameRateOf(file.bytes),
      }
    },
  }
}

export function checkFileSize({ rules }: Graph, size: number): void {
  if (size < rules.video_min_bytes)
    refuse({
      message: '(#382) The video file you tried to publish is too small. Please try again with a larger file.',
      code: 382,
    })
  if (size > rules.video_max_bytes) badParam(`The video may have ${rules.video_max_bytes} bytes.`)
}

export function integerIn(text: string | undefined, name: string): number {
  return text !== undefined && /^[0-9]{1,14}$/.test(text) ? Number(text) : badParam(`Param ${name} must be an integer`)
}

/** Returns where the next chunk must begin, and how far it may extend. */
export const offsetsOf = ({ rules }: Graph, { received, fileSize }: Video) => ({
  start_offset: String(received),
  end_offset: String(Math.min(fileSize ?? 0, received + rules.video_chunk_bytes)),
})

export const wrongOffset = (graph: Graph, video: Video): never =>
  refuse({
    message: '(#6001) There was a problem uploading your video file. Please try again.',
    code: 6_001,
    subcode: 1_363_037,
    title: 'Offset Invalid',
    say: `The upload continues at ${video.received}.`,
    data: offsetsOf(graph, video),
  })

export const uploadProblem = (say: string, subcode = 1_363_030): never =>
  refuse({
    message: '(#6000) There was a problem uploading your video file. Please try again with another file.',
    code: 6_000,
    subcode,
    title: 'Problem With Video',
    say,
  })
