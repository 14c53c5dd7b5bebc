/**
 * The changes that the live stream sends in addition to events. They are not stored, have no ID, and are not sent again
 * after an interruption: a returning client reloads what it shows.
 */
export const liveChanges = {
  'publication.step': 'A publication started or finished a step, or is waiting for something.',
  'delivery.changed': 'A webhook delivery was created or attempted. Only sent to the owner of the endpoint.',
  'post.edited': 'A post was created, changed, rescheduled, deleted or restored.',
  presence:
    'Someone started or stopped editing a post. `people` lists everyone editing it now, as reported by their clients.',
  notice: 'The user’s newest notice is new, or was read. Only sent to that user.',
  'media.changed': 'One of the newest files of the library was added, changed or deleted.',
} as const

export type LiveChange = keyof typeof liveChanges
export const liveChangeKinds = Object.keys(liveChanges) as LiveChange[]

/** Examples of the `data` of a frame of each kind. */
export const liveChangeExamples: { readonly [Kind in LiveChange]: object } = {
  'publication.step': {
    postId: 'post_01m7zc357meqxa1v60zvt7bgh1',
    profileId: 'prof_01m7zc357meqxa1v60zvt7bhc1',
    targetId: 'tgt_01m7zc357meqxa1v60zvt7btg1',
    status: 'publishing',
    step: 'upload',
  },
  'delivery.changed': {
    deliveryId: 'dl_01m7zc357meqxa1v60zvt7bd11',
    webhookId: 'wh_01m7zc357meqxa1v60zvt7bee1',
    status: 'retrying',
    attempts: 2,
  },
  'post.edited': { postId: 'post_01m7zc357meqxa1v60zvt7bgh1', profileId: 'prof_01m7zc357meqxa1v60zvt7bhc1' },
  presence: {
    postId: 'post_01m7zc357meqxa1v60zvt7bgh1',
    profileId: 'prof_01m7zc357meqxa1v60zvt7bhc1',
    people: [{ uid: 'usr_01m7zc357meqxa1v60zvt7bus1', name: 'Ana' }],
  },
  notice: { noticeId: 'ntc_01m7zc357meqxa1v60zvt7bnt1', kind: 'post_failed', read: false },
  'media.changed': { mediaId: 'media_01m7zc357meqxa1v60zvt7bmd1', profileId: 'prof_01m7zc357meqxa1v60zvt7bhc1' },
}
