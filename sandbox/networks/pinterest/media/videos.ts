import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import { durationOf } from '../../../core/media/film.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Video } from '../state/records.ts'
import { objectIn } from '../wire/input.ts'
import { invalid, no } from '../wire/refusals.ts'

/**
 * The routes for videos. A video is registered, uploaded to a file store that is separate from the network, and polled
 * until it is ready.
 */
export function videoRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', '/media', 'registerMedia', { ...withToken, accepts: ['json'] }, (incoming) =>
      register(platform, incoming),
    ),
    route('GET', '/media/:id', 'getMedia', withToken, (incoming) => {
      const { person } = requireCaller(platform, incoming, ['pins:read'])
      const video = platform.videos.get(incoming.params.id ?? '')
      if (video?.person !== person) return no(404, 50, 'Media upload not found.')
      return ok({ media_id: video.id, media_type: 'video', status: statusOf(platform, video) })
    }),
    route(
      'POST',
      '/upload/:upload',
      'uploadMedia',
      { accepts: ['multipart'], maxBytes: () => platform.rules.maxVideoBytes + 1_000_000, processes: true },
      (incoming) => receive(platform, incoming),
    ),
  ]
}

function register(platform: Platform, incoming: Incoming): Answer {
  const { person } = requireCaller(platform, incoming, ['pins:read', 'pins:write'])
  const { media_type: type } = objectIn(incoming)
  if (type !== 'video') return invalid(`'${type}' is not one of ['video']`)
  const video: Video = {
    id: platform.nextId(),
    person,
    file: null,
    mime: '',
    receivedAtMs: 0,
    readyAtMs: 0,
    failed: false,
  }
  platform.videos.set(video.id, video)
  return {
    status: 201,
    body: {
      media_id: video.id,
      media_type: 'video',
      upload_url: `${platform.base()}/upload/${video.id}`,
      upload_parameters: parametersOf(platform, video),
    },
  }
}

/** The signed upload parameters. The file store accepts exactly these. */
function parametersOf({ world }: Platform, { id }: Video): Record<string, string> {
  return {
    'x-amz-date': '20261121T000000Z',
    'x-amz-signature': world.random.fixed(`pinterest/upload/${id}`).toString(36).slice(2),
    'x-amz-security-token': `token-of-${id}`,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: `uploads/${id}:video`,
    policy: Buffer.from(JSON.stringify({ key: id })).toString('base64'),
    'x-amz-credential': 'sandbox/20261121/us-east-1/s3/aws4_request',
    'Content-Type': 'multipart/form-data',
  }
}

const store = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})

function receive(platform: Platform, incoming: Incoming): Answer {
  const { body, headers, params } = incoming
  const video = platform.videos.get(params.upload ?? '')
  if (!video || body.kind !== 'multipart') return store(403, 'AccessDenied', 'Access Denied')
  if (headers.authorization !== undefined)
    return store(400, 'InvalidArgument', 'Only one auth mechanism allowed; only the Authorization header or the form.')
  const given = new Map(body.fields)
  const wrong = Object.entries(parametersOf(platform, video)).find(([name, value]) => given.get(name) !== value)
  if (wrong) return store(403, 'SignatureDoesNotMatch', `The field ${wrong[0]} differs from the signed one.`)
  const [file] = body.files
  if (file?.field !== 'file') return store(400, 'InvalidArgument', 'POST requires exactly one file upload.')
  if (file.size > platform.rules.maxVideoBytes)
    return store(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  const { rules, world } = platform
  const inspected = sniff(file)
  const ms = durationOf(file.bytes)
  const isLong = ms !== null && (ms < rules.minVideoMs || ms > rules.maxVideoMs)
  const isVideo = inspected?.kind === 'video' && /^video\/(mp4|quicktime)$/.test(inspected.mime) && inspected.complete
  video.file = file
  video.mime = inspected?.mime ?? file.mime
  video.receivedAtMs = world.clock.ms()
  video.readyAtMs = world.clock.ms() + rules.processingMs + incoming.slowProcessingMs
  video.failed = !isVideo || isLong || video.person.failsNextVideo
  video.person.failsNextVideo = false
  return { status: 204 }
}

export function statusOf({ world }: Platform, video: Video): 'registered' | 'processing' | 'succeeded' | 'failed' {
  if (video.file === null) return 'registered'
  if (world.clock.ms() < video.readyAtMs) return 'processing'
  return video.failed ? 'failed' : 'succeeded'
}
