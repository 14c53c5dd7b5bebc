import type { Input } from '@posthorn/sdk'
import type { Post } from '#web/posts/post-time.ts'

/** Returns a stored draft in the shape of a new post, with all that it says and its accounts. */
export function toMaster(post: Post): Input<'fanOutPost'>['master'] {
  const { profileId, content, title, media, format, thread, scheduledAt, timezone } = post
  const { tags, language, firstComment, link, settings, metadata, targets } = post
  const platforms = targets.map(({ platform, accountId, overrides }) => ({
    platform,
    ...(accountId && { accountId }),
    ...overrides,
  }))
  const words = { profileId, content, title, media, format, thread, tags, language, firstComment, link, settings }
  return {
    ...words,
    metadata,
    platforms,
    scheduledAt,
    timezone,
    saveAsDraft: true,
  } as Input<'fanOutPost'>['master']
}
