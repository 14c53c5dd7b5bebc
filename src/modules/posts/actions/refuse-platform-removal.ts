import { refuse } from '#kernel/errors.ts'

/** Refuses for every post and every platform. A published post stays, so that its replies are not lost through us. */
export const refusePlatformRemoval = (): never =>
  refuse('posts_stay_published', {
    detail: 'Delete the post on the network itself. Here you can move it to the trash.',
  })
