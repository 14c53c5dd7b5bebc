import { fetchOwn } from '../../../core/http/fetch-own.ts'
import { type Incoming, ok, type Received } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Route } from '../../../core/network.ts'
import { booleanParam, fileOf, type Params, readAllParams } from '../../meta/params.ts'
import { checkStanding, pageOf, toPost } from '../auth/callers.ts'
import { checkMessage, latest, scheduleIn } from '../posts/compose.ts'
import { makePost } from '../posts/publish.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Photo } from '../state/records.ts'
import { refuse, unfit } from '../wire/refusals.ts'

/** Photos. A photo becomes a post immediately, or stays invisible until a post or a story shows it. */
export function photoRoutes(graph: Graph): readonly Route[] {
  return [
    route(
      'POST',
      '/:page/photos',
      'createPhoto',
      { ...writing, accepts: ['multipart', 'form', 'json'], maxBytes: 64_000_000 },
      async (incoming) => {
        const page = pageOf(graph, incoming, incoming.params.page ?? '', toPost)
        checkStanding(page)
        const params = readAllParams(incoming)
        const message = params.caption ?? params.message ?? ''
        checkMessage(graph, message)
        const scheduledMs = scheduleIn(graph, params, latest.post)
        const photo = takePhoto(graph, page, await fileGiven(incoming, params), params)
        if (booleanParam(params, 'published') === false && scheduledMs === null) return ok({ id: photo.id })
        const show = scheduledMs === null
        const post = makePost(graph, {
          page,
          kind: 'photo',
          message,
          link: null,
          photos: [photo],
          video: null,
          scheduledMs,
          show,
        })
        return ok({ id: photo.id, ...(show ? { post_id: post.id } : {}) })
      },
    ),
  ]
}

async function fileGiven(incoming: Incoming, params: Params): Promise<Received> {
  const file = fileOf(incoming, 'source')
  if (file) return file
  if (params.url === undefined || params.url === '')
    return refuse({ message: '(#324) Requires upload file', code: 324 })
  return (await fetchOwn(params.url)) ?? invalidImage()
}

const invalidImage = (): never =>
  refuse({
    message: '(#324) Missing or invalid image file',
    code: 324,
    title: 'Invalid Image',
    say: 'The image could not be read.',
  })

function takePhoto(graph: Graph, page: Page, file: Received, params: Params): Photo {
  const { rules, world } = graph
  if (file.size === 0) invalidImage()
  if (file.size > rules.photo_max_bytes)
    unfit(
      1_366_046,
      "Can't Read Files",
      "Your photos couldn't be uploaded. Photos should be less than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.",
    )
  const found = sniff(file)
  const mime = found?.mime.startsWith('image/') ? found.mime : otherImage(file)
  if (mime === null) invalidImage()
  const alt = params.alt_text_custom ?? ''
  const id = graph.nextId()
  const photo: Photo = {
    id,
    page,
    mime: mime ?? '',
    bytes: file.size,
    sha256: file.sha256.toString('hex'),
    url: world.media.keep('facebook', id, file, mime ?? ''),
    width: found?.size?.width ?? null,
    height: found?.size?.height ?? null,
    alt,
    caption: params.caption ?? params.message ?? '',
    createdAtMs: world.clock.ms(),
    temporary: booleanParam(params, 'temporary') ?? false,
    post: null,
  }
  graph.photos.set(id, photo)
  return photo
}

function otherImage({ bytes }: Received): string | null {
  const head = bytes.toString('latin1', 0, 4)
  if (head.startsWith('BM')) return 'image/bmp'
  return head === 'II*\0' || head === 'MM\0*' ? 'image/tiff' : null
}
