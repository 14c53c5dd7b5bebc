import type { Limits } from '../limits.ts'

/** Facebook pages. */
export const netB: Limits = {
  network: 'net-b',
  name: 'Facebook',
  formats: ['post', 'carousel', 'reel', 'short', 'story'],
  dialect: 'plain',
  text: [{ unit: 'utf16', max: 63_206, words: 'characters' }],
  altText: { max: 1_000, unit: 'grapheme' },
  image: {
    max: 10,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    // It says no from 4 MB on.
    maxBytes: 3_900_000,
    animated: 'no',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 10_000_000_000,
    // Four hours.
    maxDurationMs: 14_400_000,
  },
  mixed: false,
  mediaRequired: false,
  thread: null,
  firstComment: true,
  title: null,
  languages: 0,
  leastGapMs: 0,
  quotas: [],
}
