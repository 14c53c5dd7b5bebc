/**
 * The changes that the live stream sends in addition to events. They are not stored, have no id, and are not sent again after an
 * interruption: a client that comes back reads what it shows once more.
 */
export const liveChanges = {
  'publication.step': 'A publication has begun or ended a step on its way to a network, or waits for something else.',
  'delivery.changed': 'A webhook delivery was created or tried. Only for the owner of the endpoint.',
  'post.edited': 'A post was created, changed, planned for another time, deleted or restored.',
  presence:
    'Someone started or stopped editing a post. `people` lists everyone editing it now, as reported by their clients.',
  'media.changed': 'A file among the newest of the library was added, changed or deleted.',
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
  'media.changed': { mediaId: 'media_01m7zc357meqxa1v60zvt7bmd1', profileId: 'prof_01m7zc357meqxa1v60zvt7bhc1' },
}
