import type { Verdict } from '#connectors/connector.ts'
import type { GraphRow } from '#connectors/meta/graph-error.ts'
import { parked } from '#connectors/meta/verdicts.ts'
import { refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { hourMs, passing, usedUpWords } from './passing.ts'

/** Verdicts by the second number of a publishing error, which is more exact than the first. */

const making = ['item', 'container']
const asking = ['awaitItems', 'ready']

const retryAfresh = (why: string): Verdict => ({ is: 'again', from: 'afresh', why })
const notThere: Verdict = { is: 'again', from: 'denied', why: 'Instagram cannot find the prepared post yet.' }

export const contentRows: readonly GraphRow[] = [
  // The container's state says that the post is not published.
  {
    subcodes: [2_207_051],
    verdict: parked('account', 'Instagram has blocked this account’s posts as spam.', 4 * hourMs),
  },
  { either: [2_207_042], verdict: parked('account', usedUpWords, hourMs) },

  // Containers.
  {
    either: [2_207_027, 9_007],
    on: ['publish'],
    verdict: { is: 'again', from: 'ready', why: 'Instagram is still preparing the post.' },
  },
  { either: [2_207_027, 9_007], verdict: passing('Instagram is still preparing the post.', 'file_unready') },
  { subcodes: [2_207_008], on: ['publish', ...asking], verdict: notThere },
  {
    subcodes: [2_207_003, 2_207_020, 2_207_032, 2_207_053, 2_207_082],
    on: making,
    verdict: passing('Instagram did not accept the file.'),
  },
  {
    subcodes: [2_207_003, 2_207_020, 2_207_032, 2_207_053, 2_207_082],
    verdict: retryAfresh('Instagram did not accept the file.'),
  },
  { subcodes: [2_207_001], verdict: passing('Instagram has a temporary problem.') },
  {
    subcodes: [2_207_052, 2_207_077],
    verdict: passing(
      'Instagram could not fetch the file from this service. If this keeps happening, check whether a proxy or ' +
        'firewall blocks Meta’s crawler (facebookexternalhit).',
    ),
  },

  // The content.
  { subcodes: [2_207_004], verdict: refused('image_too_large', 'The image is larger than Instagram allows (8 MB).') },
  { subcodes: [2_207_005], verdict: refused('media_type_not_supported', 'Instagram only accepts JPEG images.') },
  {
    subcodes: [2_207_009],
    verdict: refused(
      'image_shape',
      'Instagram accepts images with an aspect ratio from 4:5 to 1.91:1 (width to height). Crop the image.',
    ),
  },
  {
    subcodes: [2_207_026],
    verdict: refused('video_refused', 'Instagram could not process the video. Use MP4 with H.264 or HEVC, and AAC.'),
  },
  {
    subcodes: [2_207_010],
    verdict: refused('text_too_long', 'The caption is longer than Instagram allows. Shorten it.'),
  },
  {
    subcodes: [2_207_040],
    verdict: refused('tags_too_many', 'Instagram allows 20 mentions and tagged accounts in a post. Remove the others.'),
  },
  { subcodes: [2_207_028], verdict: refused('media_too_many', 'A carousel has 2 to 10 images and videos.') },
  {
    subcodes: [2_207_057],
    verdict: refused('cover_outside', 'The cover timestamp is past the end of the video. Choose an earlier one.'),
  },
  { subcodes: [2_207_023], verdict: refusedInWords('refused_by_network', 'Instagram does not know this kind of post') },
  {
    subcodes: [2_207_050],
    verdict: {
      is: 'reauth',
      final: true,
      why:
        'Instagram has restricted this account. Its owner must resolve this in the Instagram app and then ' +
        'connect the account again.',
    },
  },
  {
    subcodes: [2_207_006],
    on: ['comment', 'closeComments', 'locate', 'name'],
    verdict: { is: 'retry', of: 'call', why: 'Instagram cannot find the published post yet.', code: 'not_shown_yet' },
  },
  {
    subcodes: [2_207_006],
    verdict: { is: 'reauth', why: 'Access does not include this account. Connect the account again.' },
  },
]
