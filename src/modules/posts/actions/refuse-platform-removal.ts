import { refuse } from '#kernel/errors.ts'

/** Whatever post and platform: what is out stays out, so that nobody loses by us what others have answered to. */
export const refusePlatformRemoval = (): never =>
  refuse('posts_stay_published', { detail: 'Delete it on the network itself. Here it can be put into the trash.' })
