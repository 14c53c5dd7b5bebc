import { fetchOwn } from '../../../core/http/fetch-own.ts'
import { receiver } from '../../../core/http/receive.ts'
import type { Received } from '../../../core/http/request.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Platform } from '../state/platform.ts'
import type { Image, Person } from '../state/records.ts'
import { asObject, type Fields, neededText, onlyKnown, textIn } from '../wire/input.ts'
import { invalid, no } from '../wire/refusals.ts'
import { statusOf } from './videos.ts'

/** Returns a pin's images or video from its `media_source`, which has six forms. */
export async function mediaOf(platform: Platform, person: Person, given: unknown): Promise<readonly Image[]> {
  if (given === undefined || given === null) return invalid("'media_source' is a required property")
  const source = asObject(given)
  switch (source.source_type) {
    case 'image_base64':
      onlyKnown(source, ['source_type', 'content_type', 'data', 'is_standard'])
      return [imageIn(platform, source)]
    case 'image_url':
      onlyKnown(source, ['source_type', 'url', 'is_standard'])
      return [await imageAt(platform, source)]
    case 'multiple_image_base64':
    case 'multiple_image_urls':
      return manyIn(platform, source)
    case 'video_id':
      return videoIn(platform, person, source)
    default:
      return invalid(`'${String(source.source_type)}' is not one of the values of source_type`)
  }
}

function imageIn(platform: Platform, fields: Fields): Image {
  const type = neededText(fields, 'content_type')
  if (type !== 'image/jpeg' && type !== 'image/png')
    return invalid(`'${type}' is not one of ['image/jpeg', 'image/png']`)
  const data = neededText(fields, 'data')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return invalid('The image data is not base64.')
  const into = receiver()
  into.take(Buffer.from(data, 'base64'))
  const image = kept(platform, into.done(), [type])
  return image.mime === type ? image : invalid(`The image is not of the type '${type}'.`)
}

async function imageAt(platform: Platform, fields: Fields): Promise<Image> {
  const url = neededText(fields, 'url', 2_048)
  if (!URL.canParse(url)) return invalid(`'${url}' is not a 'uri'`)
  const file = await fetchOwn(url)
  if (file === null) return invalid('Unable to reach the URL. Please check the URL and try again.')
  return kept(platform, file, ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff'])
}

function kept(platform: Platform, file: Received, types: readonly string[]): Image {
  const { rules, world } = platform
  if (file.size > rules.maxImageBytes) return no(400, 1, 'The image is too large.')
  const inspected = sniff(file)
  const size = inspected?.size
  if (!inspected || !size || inspected.kind !== 'image' || !types.includes(inspected.mime))
    return no(400, 1, 'Sorry, the image you provided is not valid or cannot be read.')
  const { width, height } = size
  if (width < rules.minImageWidth || height < rules.minImageHeight)
    return no(400, 1, `Sorry, this image is too small (${rules.minImageWidth}x${rules.minImageHeight}).`)
  const sha256 = file.sha256.toString('hex')
  const url = world.media.keep('pinterest', platform.nextId(), file, inspected.mime)
  return { kind: 'image', mime: inspected.mime, bytes: file.size, sha256, url, width, height }
}

async function manyIn(platform: Platform, source: Fields): Promise<readonly Image[]> {
  onlyKnown(source, ['source_type', 'items', 'index'])
  if (!platform.rules.carousels)
    return invalid(`'${String(source.source_type)}' is not one of the values of source_type`)
  const items = Array.isArray(source.items) ? source.items.map(asObject) : invalid("'items' is a required property")
  if (items.length < 2) return invalid(`[items] is too short (constraint: minItems=2)`)
  if (items.length > 5) return invalid(`[items] is too long (constraint: maxItems=5)`)
  const index = source.index ?? 0
  if (typeof index !== 'number' || !(index in items)) return invalid(`${String(index)} is not an index of items`)
  const images: Image[] = []
  for (const item of items) {
    onlyKnown(item, ['content_type', 'data', 'url', 'title', 'description', 'link'])
    textIn(item, 'title', 100)
    textIn(item, 'description', 800)
    textIn(item, 'link', 2_048)
    const isUrl = source.source_type === 'multiple_image_urls'
    images.push(isUrl ? await imageAt(platform, item) : imageIn(platform, item))
  }
  const [first] = images
  const shape = first ? first.width / first.height : 1
  if (images.some(({ width, height }) => Math.abs(width / height - shape) > 0.01))
    return invalid('All images in a carousel must have the same dimensions.')
  return images
}

function videoIn(platform: Platform, person: Person, source: Fields): readonly Image[] {
  const covers = ['cover_image_url', 'cover_image_data', 'cover_image_key_frame_time']
  onlyKnown(source, ['source_type', 'media_id', 'is_standard', 'cover_image_content_type', ...covers])
  if (platform.rules.environment === 'sandbox') return invalid('Video Pins are not supported in the API Sandbox.')
  const video = platform.videos.get(neededText(source, 'media_id'))
  if (video?.person !== person || video.file === null) return no(404, 50, 'Media upload not found.')
  const given = covers.filter((name) => source[name] !== undefined && source[name] !== null)
  if (given.length !== 1)
    return invalid(
      'Exactly one of cover_image_url or cover_image_content_type and cover_image_data or cover_image_key_frame_time must be given.',
    )
  const frame = source.cover_image_key_frame_time
  if (frame !== undefined && (!Number.isSafeInteger(frame) || Number(frame) < 0))
    return invalid(`'${String(frame)}' is not of type 'integer'`)
  const status = statusOf(platform, video)
  if (status !== 'succeeded') return no(400, 1, `The media upload has the status '${status}'; it must be 'succeeded'.`)
  const { file } = video
  return [
    {
      kind: 'video',
      mime: video.mime,
      bytes: file.size,
      sha256: file.sha256.toString('hex'),
      url: platform.world.media.keep('pinterest', video.id, file, video.mime),
      width: 0,
      height: 0,
    },
  ]
}
