import { fetchOwn } from '../../../core/http/fetch-own.ts'
import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { shown } from '../../meta/fields.ts'
import { booleanParam, fileOf, type Params, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { checkStanding, pageOf, toPost, toRead } from '../auth/callers.ts'
import { checkMessage, latest, scheduleIn } from '../posts/compose.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Video } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import type { Handles } from './resumable.ts'
import { checkFileSize, integerIn, offsetsOf, type Uploads, wrongOffset } from './uploads.ts'
import { announce, finish, isOpen } from './video-life.ts'
import { videoShape } from './video-shape.ts'

/**
 * Feed videos: sent in one request, fetched from a URL, referenced by the handle of an earlier upload, or sent in
 * chunks after an announcement.
 */
export function videoRoutes(graph: Graph, uploads: Uploads, handles: Handles): readonly Route[] {
  const isVideo = ({ video = '' }: Readonly<Record<string, string>>) => graph.videos.has(video)
  return [
    route(
      'POST',
      '/:page/videos',
      'createVideo',
      {
        ...writing,
        calls: {
          names: ['createVideo', 'startVideo', 'transferVideo', 'finishVideo'],
          of: (incoming) => phases[readAllParams(incoming).upload_phase ?? ''] ?? 'createVideo',
        },
        accepts: ['multipart', 'form', 'json'],
        maxBytes: () => graph.rules.video_max_bytes + 1_000_000,
        processes: true,
      },
      (incoming) => post(incoming),
    ),
    route('GET', '/:video', 'getVideo', { ...withToken, processes: true, only: isVideo }, (incoming) => {
      const video = ownVideo(graph, incoming)
      return ok(
        shown(videoShape(graph, video), readAllParams(incoming).fields, ['description', 'updated_time', 'id'], 'Video'),
      )
    }),
    ...(['thumbnails', 'captions'] as const).map(
      (edge): Route =>
        route(
          'POST',
          `/:video/${edge}`,
          edge === 'captions' ? 'addCaptions' : 'setThumbnail',
          { ...writing, accepts: ['multipart'], maxBytes: 12_000_000, only: isVideo },
          (incoming) => {
            ownVideo(graph, incoming)
            if (!fileOf(incoming, 'source', 'captions_file')) badParam('A file must be given.')
            return ok({ success: true })
          },
        ),
    ),
  ]

  async function post(incoming: Incoming): Promise<Answer> {
    const page = pageOf(graph, incoming, incoming.params.page ?? '', toPost)
    checkStanding(page)
    const params = readAllParams(incoming)
    switch (params.upload_phase) {
      case undefined:
      case '':
        return ok({ id: (await sendComplete(page, incoming, params)).id })
      case 'start':
        return ok(start(page, params))
      case 'transfer':
        return ok(transfer(page, incoming, params))
      case 'finish': {
        finish(graph, uploads, sessionIn(page, params), wantedIn(graph, params, incoming.slowProcessingMs))
        return ok({ success: true })
      }
      default:
        return badParam('Param upload_phase must be one of {start, transfer, finish, cancel}')
    }
  }

  function start(page: Page, params: Params): object {
    const size = integerIn(params.file_size, 'file_size')
    checkFileSize(graph, size)
    const video = announce(graph, page, 'video', size)
    return { video_id: video.id, upload_session_id: video.sessionId, ...offsetsOf(graph, video) }
  }

  function transfer(page: Page, incoming: Incoming, params: Params): object {
    const video = sessionIn(page, params)
    const chunk = fileOf(incoming, 'video_file_chunk') ?? badParam('Param video_file_chunk must be a file')
    const from = integerIn(params.start_offset, 'start_offset')
    if (from !== video.received || chunk.size === 0 || from + chunk.size > (video.fileSize ?? 0))
      wrongOffset(graph, video)
    uploads.append(video, chunk)
    return offsetsOf(graph, video)
  }

  function sessionIn(page: Page, params: Params): Video {
    const id = params.upload_session_id ?? ''
    const video = page.videos.find(({ sessionId }) => sessionId === id)
    if (!video || !isOpen(graph, video))
      return badParam('Invalid upload_session_id: the upload is unknown or has ended.')
    return video
  }

  async function sendComplete(page: Page, incoming: Incoming, params: Params): Promise<Video> {
    const wanted = wantedIn(graph, params, incoming.slowProcessingMs)
    const file =
      fileOf(incoming, 'source') ?? handles.take(params.fbuploader_video_file_chunk) ?? (await fetched(params.file_url))
    if (!file) return badParam('Requires a file: source, file_url or fbuploader_video_file_chunk.')
    checkFileSize(graph, file.size)
    const video = announce(graph, page, 'video', file.size)
    uploads.append(video, file)
    finish(graph, uploads, video, wanted)
    return video
  }
}

const phases: Readonly<Record<string, string>> = {
  start: 'startVideo',
  transfer: 'transferVideo',
  finish: 'finishVideo',
}

export async function fetched(address: string | undefined) {
  if (address === undefined || address === '') return null
  return (await fetchOwn(address)) ?? refuse({ message: '(#389) Unable to fetch video file from URL.', code: 389 })
}

function wantedIn(graph: Graph, params: Params, slowMs: number) {
  const { title = '', description = '' } = params
  checkMessage(graph, description)
  const scheduledMs = scheduleIn(graph, params, latest.video)
  const isShown = booleanParam(params, 'published') ?? true
  const state = isShown ? ('published' as const) : scheduledMs === null ? ('draft' as const) : ('scheduled' as const)
  return { title, description, state, scheduledMs, slowMs }
}

function ownVideo(graph: Graph, incoming: Incoming): Video {
  const id = incoming.params.video ?? ''
  const video = graph.videos.get(id) ?? noObject(id)
  pageOf(graph, incoming, video.page.id, toRead)
  return video
}
