import { open } from 'node:fs/promises'
import { applyEdits } from '../apply-edits.ts'
import { bad } from '../bad.ts'
import { sourceOf } from '../containers/source.ts'
import {
  type AudioType,
  type Container,
  Damaged,
  type Examined,
  type Facts,
  type FileType,
  type ImageType,
  type Source,
  type VideoType,
} from '../contract.ts'
import { examineDocument } from '../document/examine-document.ts'
import { examineAudio } from './examine-audio.ts'
import { examineImage } from './examine-image.ts'
import { examineVideo } from './examine-video.ts'
import { makePoster } from './poster.ts'
import { sniff } from './sniff.ts'

export interface ExamineJob {
  readonly kind: 'examine'
  readonly path: string
  readonly posterPath: string | null
  readonly ffmpeg: string | null
}

const headBytes = 4_100

/**
 * Examines a file, with the cheapest checks first: its first bytes, then its container, then its pixels. Cleans it in
 * between, so that the libraries read neither camera data nor tags: some take seconds for a few thousand entries.
 * `sees` receives the kind of the file, because a video may take longer.
 */
export async function examine(job: ExamineJob, sees: (kind: Facts['kind']) => void): Promise<Examined> {
  await using handle = await open(job.path, 'r')
  const source = sourceOf(handle, (await handle.stat()).size)
  const type = await sniff(await source.read(0, headBytes))
  if (type === null) {
    return bad(
      'media_type_not_allowed',
      'The file type isn’t supported. Images can be JPEG, PNG, WebP or GIF, videos MP4, MOV, AVI or WebM, audio ' +
        'MP3 or M4A.',
    )
  }
  sees(kindOf(type))
  if (type === 'application/pdf') {
    const facts = await examineDocument(source)
    return 'outcome' in facts ? facts : { outcome: 'good', facts, posterPath: null }
  }
  let container: Container
  try {
    container = await readContainer(type, source)
  } catch (error) {
    if (error instanceof Damaged) return bad(error.code, error.message)
    throw error
  }
  await applyEdits(job.path, container.edits)
  await using clean = await open(job.path, 'r')
  return await examineClean(job, type, sourceOf(clean, (await clean.stat()).size))
}

/** Examines a file that contains only what will be served. No library sees what was removed. */
async function examineClean(job: ExamineJob, type: MediaType, source: Source): Promise<Examined> {
  if (isImage(type)) {
    const facts = await examineImage(job.path, type, source)
    return 'outcome' in facts ? facts : { outcome: 'good', facts, posterPath: null }
  }
  if (isAudio(type)) {
    const facts = await examineAudio(type, source)
    return 'outcome' in facts ? facts : { outcome: 'good', facts, posterPath: null }
  }
  const facts = await examineVideo(type, source)
  if ('outcome' in facts) return facts
  const poster = await makePoster(job, facts)
  return {
    outcome: 'good',
    facts: { ...facts, preview: poster?.preview ?? null },
    posterPath: poster?.path ?? null,
  }
}

const isImage = (type: FileType): type is ImageType => type.startsWith('image/')
const isAudio = (type: FileType): type is AudioType => type.startsWith('audio/')
const kindOf = (type: FileType): Facts['kind'] => {
  if (isImage(type)) return 'image'
  return isAudio(type) ? 'audio' : type === 'application/pdf' ? 'document' : 'video'
}

type MediaType = ImageType | VideoType | AudioType

async function readContainer(type: MediaType, source: Source): Promise<Container> {
  switch (type) {
    case 'image/jpeg':
      return (await import('../containers/jpeg.ts')).readJpeg(source)
    case 'image/png':
      return (await import('../containers/png.ts')).readPng(source)
    case 'image/gif':
      return (await import('../containers/gif.ts')).readGif(source)
    case 'image/webp':
      return (await import('../containers/webp.ts')).readWebp(source)
    case 'audio/mpeg':
      return (await import('../containers/mp3.ts')).readMp3(source)
    case 'audio/mp4':
    case 'video/mp4':
    case 'video/quicktime':
      return (await import('../containers/mp4.ts')).readMp4(source)
    case 'video/webm':
      return (await import('../containers/webm.ts')).readWebm(source)
    case 'video/x-msvideo':
      return (await import('../containers/avi.ts')).readAvi(source)
    default:
      return type satisfies never
  }
}
