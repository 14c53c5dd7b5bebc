import { makePost, publish } from '../posts/publish.ts'
import type { Graph } from '../state/platform.ts'
import type { Finished, Page, Video } from '../state/records.ts'
import { type Uploads, uploadProblem } from './uploads.ts'

/** Creates the record of an announced video, whether for the feed, a reel or a story. */
export function announce(graph: Graph, page: Page, kind: Video['kind'], fileSize: number | null): Video {
  const id = graph.nextId()
  const video: Video = {
    id,
    page,
    kind,
    sessionId: graph.nextId(),
    fileSize,
    received: 0,
    file: null,
    createdAtMs: graph.world.clock.ms(),
    finished: null,
    readyAtMs: null,
    fails: null,
    post: null,
  }
  graph.videos.set(id, video)
  page.videos.push(video)
  return video
}

export function finish(
  graph: Graph,
  uploads: Uploads,
  video: Video,
  wanted: Omit<Finished, 'atMs'> & { readonly slowMs: number },
): void {
  if (video.fileSize === null || video.received < video.fileSize)
    uploadProblem(`Of ${video.fileSize ?? 'an unknown number of'} bytes ${video.received} are here.`)
  const nowMs = graph.world.clock.ms()
  const { page, kind } = video
  // After a rejection, only a new upload can be finished.
  video.file = uploads.done(video)
  checkForm(video)
  const { slowMs, ...requested } = wanted
  const finished =
    graph.rules.upright_videos === 'draft' && isUpright(video) ? { ...requested, state: 'draft' as const } : requested
  video.finished = { ...finished, atMs: nowMs }
  video.readyAtMs = nowMs + graph.rules.processing_ms + slowMs
  if (video.file === null) video.fails = 'The video could not be read.'
  if (page.failsNextVideo) video.fails = 'Video processing failed.'
  page.failsNextVideo = false
  if (video.fails !== null || finished.state === 'draft') return
  const post = makePost(graph, {
    page,
    kind,
    message: finished.description,
    link: null,
    photos: [],
    video,
    scheduledMs: finished.scheduledMs,
    show: false,
  })
  const atMs = Math.max(video.readyAtMs, finished.scheduledMs ?? 0)
  if (atMs <= nowMs) publish(graph, post, nowMs)
  else graph.due.add(atMs, `The video of ${post.page.displayName} is processed.`, () => publish(graph, post, atMs))
}

/** True for a vertical video in the feed. */
export const isUpright = ({ kind, file }: Video): boolean =>
  kind === 'video' && file !== null && isNineToSixteen(file.width ?? 0, file.height ?? 0)

const isNineToSixteen = (width: number, height: number): boolean => Math.abs(width / height - 9 / 16) <= 0.02

const reel = { min: 3_000, max: 90_000 }
const story = { min: 3_000, max: 60_000 }
const frameRate = { min: 24, max: 60 }

/**
 * Rejects a video whose known dimensions or duration are not allowed. A value that the file's header does not contain
 * is not checked.
 */
function checkForm({ kind, file }: Video): void {
  if (kind === 'video' || file === null) return
  const { width, height, durationMs } = file
  if (width !== null && height !== null) {
    if (!isNineToSixteen(width, height)) uploadProblem('The aspect ratio must be 9 to 16.', 1_363_040)
    if (kind === 'reel' && (width < 540 || height < 960))
      uploadProblem('The resolution must be at least 540 by 960 pixels.', 1_363_127)
  }
  if (kind === 'reel' && file.frameRate !== null && !isBetween(file.frameRate, frameRate))
    uploadProblem(`The video has ${file.frameRate} frames per second.`, 1_363_129)
  if (durationMs === null) return
  const { min, max } = kind === 'reel' ? reel : story
  if (durationMs < min || durationMs > max) uploadProblem(`The video is ${durationMs / 1_000} seconds long.`, 1_363_128)
}

/** True within the bounds. A TV frame rate is a thousandth below its name: 23.976 is 24. */
const isBetween = (rate: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  rate >= min * 0.998 && rate <= max

export const isReady = ({ world }: Graph, { readyAtMs, fails }: Video): boolean =>
  fails === null && readyAtMs !== null && readyAtMs <= world.clock.ms()

/** True while the upload can continue: it is not finished, and not older than `upload_session_ms`. */
export const isOpen = ({ world, rules }: Graph, { finished, createdAtMs }: Video): boolean =>
  finished === null && world.clock.ms() - createdAtMs <= rules.upload_session_ms
