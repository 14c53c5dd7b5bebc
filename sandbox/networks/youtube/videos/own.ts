import type { Platform } from '../state/platform.ts'
import type { Person, Video } from '../state/records.ts'
import { no } from '../wire/errors.ts'

export function requireOwn({ videos }: Platform, person: Person, id: string): Video {
  const video = videos.get(id)
  if (!video || video.deleted)
    return no(404, 'videoNotFound', 'The video identified by the videoId parameter could not be found.')
  return video.person === person ? video : no(403, 'forbidden', 'The video belongs to another channel.')
}
