import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Tree } from '../../../core/kit/tree.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { checkUrls, pull } from '../media/pull.ts'
import { openUpload, planOf } from '../media/uploads.ts'
import type { Platform } from '../state/platform.ts'
import { type Grant, type Job, type Person, type PostSettings, privacyLevels } from '../state/records.ts'
import { fine, invalid, no } from '../wire/envelope.ts'
import { bodyOf, readerOf } from '../wire/fields.ts'
import { bothWays } from '../wire/routes.ts'
import { optionsOf } from './creator.ts'
import { beginJob } from './jobs.ts'
import { draftRefusedFor, refusedFor } from './standing.ts'

const video = '/v2/post/publish/video/init/'
const inbox = '/v2/post/publish/inbox/video/init/'
const content = '/v2/post/publish/content/init/'

/** The routes that start a post. The network does not detect repeats: two calls create two posts. */
export function initRoutes(platform: Platform): readonly Route[] {
  const shared = { accepts: ['json'], token: 'access', writes: true, processes: true } as const
  return [
    ...bothWays(
      route('POST', video, 'initVideo', shared, (incoming) => {
        const grant = requireCaller(platform, incoming, ['video.publish'])
        const body = bodyOf(incoming)
        return initVideo(platform, incoming, {
          grant,
          body,
          requested: readSettings(platform, grant.person, 'video', body),
        })
      }),
    ),
    ...bothWays(
      route('POST', inbox, 'initInboxVideo', shared, (incoming) => {
        const grant = requireCaller(platform, incoming, ['video.upload'])
        checkDrafts(platform, grant)
        return initVideo(platform, incoming, { grant, body: bodyOf(incoming), requested: null })
      }),
    ),
    ...bothWays(route('POST', content, 'initPhotos', shared, (incoming) => initPhotos(platform, incoming))),
  ]
}

function checkDrafts(platform: Platform, { person }: Grant): void {
  const refused = draftRefusedFor(platform, person)
  if (refused !== null) no(platform, 403, refused)
}

interface Given {
  readonly grant: Grant
  readonly body: Tree
  readonly requested: PostSettings | null
}

function initVideo(platform: Platform, { slowProcessingMs }: Incoming, { grant, body, requested }: Given): Answer {
  const source = readerOf(platform, readerOf(platform, body).tree('source_info'), 'source_info.')
  const of = { grant, requested, kind: 'video', slowerMs: slowProcessingMs } as const
  if (source.oneOf('source', ['FILE_UPLOAD', 'PULL_FROM_URL']) === 'FILE_UPLOAD') {
    const plan = planOf(platform, source)
    const job = beginJob(platform, { ...of, source: 'file' })
    return fine(platform, { publish_id: job.id, upload_url: openUpload(platform, job, plan) })
  }
  const url = source.text('video_url', 2_048)
  checkUrls(platform, [url])
  const job = beginJob(platform, { ...of, source: 'url' })
  pull(platform, job, [url])
  return fine(platform, { publish_id: job.id })
}

/** Starts a photo post. Images are always fetched by URL, never uploaded. */
function initPhotos(platform: Platform, incoming: Incoming): Answer {
  const body = bodyOf(incoming)
  const read = readerOf(platform, body)
  const isDirect = read.oneOf('post_mode', ['DIRECT_POST', 'MEDIA_UPLOAD']) === 'DIRECT_POST'
  const grant = requireCaller(platform, incoming, [isDirect ? 'video.publish' : 'video.upload'])
  read.oneOf('media_type', ['PHOTO'])
  const source = readerOf(platform, read.tree('source_info'), 'source_info.')
  source.oneOf('source', ['PULL_FROM_URL'])
  const urls = source.texts('photo_images', platform.rules.maxPhotos)
  source.integer('photo_cover_index', { min: 0, max: urls.length - 1, usual: 0 })
  if (!isDirect) checkDrafts(platform, grant)
  const requested = isDirect ? readSettings(platform, grant.person, 'photo', body) : null
  checkUrls(platform, urls)
  const job = beginJob(platform, {
    grant,
    requested,
    kind: 'photo',
    source: 'url',
    slowerMs: incoming.slowProcessingMs,
  })
  pull(platform, job, urls)
  return fine(platform, { publish_id: job.id })
}

/** Reads the author's choices for a direct post and checks that the author may use them. */
function readSettings(platform: Platform, person: Person, kind: Job['kind'], body: Tree): PostSettings {
  const { rules } = platform
  const info = readerOf(platform, readerOf(platform, body).tree('post_info'), 'post_info.')
  const requested: PostSettings = {
    title: info.text('title', kind === 'video' ? rules.maxTitle : rules.maxPhotoTitle),
    description: kind === 'video' ? '' : info.text('description', rules.maxPhotoText),
    privacy: info.oneOf('privacy_level', privacyLevels),
    commentsOff: info.flag('disable_comment'),
  }
  const isBranded = info.flag('brand_content_toggle')
  info.flag('brand_organic_toggle')
  if (kind === 'video') {
    info.flag('disable_duet')
    info.flag('disable_stitch')
    info.flag('is_aigc')
    info.integer('video_cover_timestamp_ms', { min: 0, max: 600_000, usual: 0 })
  } else info.flag('auto_add_music')
  if (isBranded && requested.privacy === 'SELF_ONLY' && rules.refusesPrivateBranded)
    invalid(platform, 'Branded content visibility cannot be set to private.')
  checkStanding(platform, person, requested)
  return requested
}

function checkStanding(platform: Platform, person: Person, { privacy }: PostSettings): void {
  const refused = refusedFor(platform, person)
  if (refused !== null) no(platform, 403, refused)
  // Even a private post needs a private account.
  if (!platform.rules.audited && (privacy !== 'SELF_ONLY' || !person.isPrivate))
    no(platform, 403, 'unaudited_client_can_only_post_to_private_accounts')
  if (!optionsOf(person).includes(privacy)) no(platform, 403, 'privacy_level_option_mismatch')
}
