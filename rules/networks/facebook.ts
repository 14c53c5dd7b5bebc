import type { FormatLimits, Limits } from '../limits.ts'

/** 9 to 16, and what cameras make of it. */
const upright = { min: 0.54, max: 0.58 }

const reel: FormatLimits = {
  mediaRequired: true,
  title: { max: 255 },
  image: { max: 0 },
  video: { maxBytes: 1_000_000_000, minDurationMs: 3_000, maxDurationMs: 90_000, maxFrameRate: 60, aspect: upright },
}

const story: FormatLimits = {
  mediaRequired: true,
  firstComment: false,
  image: { max: 1 },
  video: { maxBytes: 1_000_000_000, maxDurationMs: 60_000, aspect: upright },
}

/** Facebook pages. */
export const facebook: Limits = {
  network: 'facebook',
  name: 'Facebook',
  formats: ['post', 'carousel', 'reel', 'short', 'story'],
  dialect: 'plain',
  text: [{ unit: 'utf16', max: 63_206, words: 'characters' }],
  altText: { max: 1_000, unit: 'grapheme' },
  image: {
    max: 10,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    maxBytes: 4_000_000,
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
  // Not said by its documentation; so much has always gone.
  textOfComment: [{ unit: 'codepoint', max: 8_000, words: 'characters' }],
  title: null,
  languages: 0,
  leastGapMs: 0,
  // Thirty reels of one page in a day; of other posts no number is known.
  quotas: [{ max: 30, perMs: 86_400_000, of: 'account', kinds: ['reel', 'short'], counts: 'posts' }],
  byFormat: { reel, short: reel, story },
}
