import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { type Params, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import { checkStanding, pageOf, tokenOf, toPost, toRead } from '../auth/callers.ts'
import { checkMessage, latest, scheduleIn } from '../posts/compose.ts'
import { type Graph, pagingOf } from '../state/platform.ts'
import type { Page, Video } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import { checkFileSize, integerIn, type Uploads, wrongOffset } from './uploads.ts'
import { announce, finish, isOpen } from './video-life.ts'
import { videoShape } from './video-shape.ts'
import { fetched } from './videos.ts'

const dayMs = 86_400_000

/** Reels and video stories: announced at the page, uploaded elsewhere, and finished at the page. */
export function reelRoutes(graph: Graph, uploads: Uploads): readonly Route[] {
  const edge = (name: 'video_reels' | 'video_stories', kind: 'reel' | 'story', word: string): Route =>
    route(
      'POST',
      `/:page/${name}`,
      `start${word}`,
      {
        ...writing,
        calls: {
          names: [`start${word}`, `finish${word}`],
          of: (incoming) => (readAllParams(incoming).upload_phase === 'finish' ? `finish${word}` : `start${word}`),
        },
        accepts: ['form', 'json', 'multipart'],
        processes: true,
      },
      (incoming) => post(incoming, kind),
    )
  return [
    edge('video_reels', 'reel', 'Reel'),
    edge('video_stories', 'story', 'VideoStory'),
    route('GET', '/:page/video_reels', 'getReels', withToken, (incoming) => {
      const page = pageOf(graph, incoming, incoming.params.page ?? '', toRead)
      const params = readAllParams(incoming)
      const rows = page.videos
        .filter(({ kind, post: of }) => kind === 'reel' && of !== null && of.publishedAtMs !== null && !of.deleted)
        .reverse()
      const show = (video: Video) =>
        shown(videoShape(graph, video), params.fields, ['description', 'updated_time', 'id'], 'Video')
      return ok(paged(pagingOf(graph), { rows, idOf: ({ id }) => id, show, params, path: `/${page.id}/video_reels` }))
    }),
    route(
      'POST',
      '/video-upload/:version/:video',
      'uploadVideo',
      { ...writing, accepts: ['bytes'], maxBytes: () => graph.rules.video_max_bytes },
      (incoming) => receive(incoming),
    ),
  ]

  function post(incoming: Incoming, kind: 'reel' | 'story'): Answer {
    const page = pageOf(graph, incoming, incoming.params.page ?? '', toPost)
    checkStanding(page)
    const params = readAllParams(incoming)
    if (params.upload_phase === 'start') {
      if (kind === 'reel') checkCap(page)
      const { id } = announce(graph, page, kind, null)
      return ok({ video_id: id, upload_url: `${graph.base()}/video-upload/v25.0/${id}` })
    }
    if (params.upload_phase !== 'finish') badParam('Param upload_phase must be one of {start, finish}')
    const id = params.video_id ?? ''
    const video = graph.videos.get(id)
    if (!video || video.page !== page || video.kind !== kind) return noObject(id, 'post')
    if (!isOpen(graph, video)) badParam('The video was published already, or its upload has expired.')
    if (kind === 'reel') checkCap(page)
    const wanted =
      kind === 'reel'
        ? reelWanted(params)
        : { title: '', description: '', state: 'published' as const, scheduledMs: null }
    finish(graph, uploads, video, { ...wanted, slowMs: incoming.slowProcessingMs })
    if (kind === 'reel' && wanted.state !== 'draft') page.reelsMs.push(graph.world.clock.ms())
    const tells = video.post !== null && (kind === 'story' || graph.rules.reel_tells_post)
    return ok({ success: true, ...(tells ? { post_id: video.post?.id } : {}) })
  }

  function checkCap(page: Page): void {
    page.reelsMs = page.reelsMs.filter((ms) => graph.world.clock.ms() - ms < dayMs)
    if (page.reelsMs.length >= graph.rules.reels_per_day)
      refuse({
        message: `(#613) Calls to this api have exceeded the rate limit: ${graph.rules.reels_per_day} reels in 24 hours.`,
        code: 613,
      })
  }

  function reelWanted(params: Params) {
    const { video_state: text = '', title = '', description = '' } = params
    checkMessage(graph, description)
    const state = states[text] ?? badParam('Param video_state must be one of {PUBLISHED, DRAFT, SCHEDULED}')
    const scheduledMs = state === 'scheduled' ? scheduleIn(graph, { ...params, published: 'false' }, latest.reel) : null
    if (state === 'scheduled' && scheduledMs === null) badParam('Param scheduled_publish_time is required.')
    return { title, description, state, scheduledMs }
  }

  async function receive(incoming: Incoming): Promise<Answer> {
    // The upload host is a separate program: it expects `OAuth` before the token, and no proof of the secret.
    if (!/^OAuth /.test(incoming.headers.authorization ?? '')) refuse(unknownToken)
    const { page } = tokenOf(graph, incoming, { proven: false })
    const id = incoming.params.video ?? ''
    const video = graph.videos.get(id)
    if (!video || video.page !== page || !isOpen(graph, video)) return noObject(id, 'post')
    const { file_url: address, offset, file_size: size } = incoming.headers
    const file = await fetched(typeof address === 'string' ? address : undefined)
    if (file) {
      checkFileSize(graph, file.size)
      video.fileSize = file.size
      uploads.append(video, file)
      return ok({ success: true })
    }
    const from = integerIn(String(offset ?? ''), 'offset')
    const totalBytes = integerIn(String(size ?? ''), 'file_size')
    checkFileSize(graph, totalBytes)
    video.fileSize ??= totalBytes
    const { body } = incoming
    const bytes = body.kind === 'bytes' ? body.file : null
    if (!bytes || from !== video.received || totalBytes !== video.fileSize || from + bytes.size > totalBytes)
      return wrongOffset(graph, video)
    uploads.append(video, bytes)
    return ok({ success: true })
  }
}

const states: Readonly<Record<string, 'published' | 'draft' | 'scheduled'>> = {
  PUBLISHED: 'published',
  DRAFT: 'draft',
  SCHEDULED: 'scheduled',
}
