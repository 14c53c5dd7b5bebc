import { ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import { sniff } from '../../../core/media/sniff.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { forUploading } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import { hasSucceeded, inspectImage } from '../videos/life.ts'
import { requireOwn } from '../videos/own.ts'
import { no } from '../wire/errors.ts'

/** The route that sets the thumbnail of a video, which needs a channel with a confirmed phone number. */
export const thumbnailRoutes = (platform: Platform): readonly Route[] => [
  route(
    'POST',
    '/upload/youtube/v3/thumbnails/set',
    'setThumbnail',
    { ...writing, accepts: ['bytes'], maxBytes: () => platform.rules.maxThumbnailBytes },
    (incoming) => {
      const person = requireCaller(platform, incoming, forUploading)
      const video = requireOwn(platform, person, incoming.query.get('videoId') ?? '')
      if (!person.hasPhone)
        no(
          403,
          'forbidden',
          "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
        )
      const { body } = incoming
      const known = body.kind === 'bytes' ? sniff(body.file) : null
      if (body.kind !== 'bytes' || body.file.size === 0)
        return no(400, 'mediaBodyRequired', 'The request does not include the image content.')
      if (known?.mime !== 'image/jpeg' && known?.mime !== 'image/png')
        return no(400, 'invalidImage', 'The provided image content is invalid.')
      const image = inspectImage(platform, video, body.file)
      // For a Short that is still being processed the response is the same, but the thumbnail is not applied.
      if (!video.file.isShort || hasSucceeded(platform, video)) video.thumbnail = image
      return ok({ kind: 'youtube#thumbnailSetResponse', items: [{ default: { url: image.url } }] })
    },
  ),
]
