import type { FormatLimits, Limits } from '../limits.ts'

/** The ratio 9:16, with the tolerance that cameras need. */
const upright = { min: 0.54, max: 0.58 }

const reel: FormatLimits = {
  mediaRequired: true,
  title: { max: 255 },
  image: { max: 0 },
  video: {
    maxBytes: 1_000_000_000,
    minDurationMs: 3_000,
    maxDurationMs: 90_000,
    minFrameRate: 24,
    maxFrameRate: 60,
    minWidth: 540,
    minHeight: 960,
    aspect: upright,
  },
}

const story: FormatLimits = {
  mediaRequired: true,
  firstComment: false,
  image: { max: 1 },
  video: { maxBytes: 1_000_000_000, minDurationMs: 3_000, maxDurationMs: 60_000, aspect: upright },
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
  // The documentation states no limit; this number has always worked.
  textOfComment: [{ unit: 'codepoint', max: 8_000, words: 'characters' }],
  title: null,
  languages: 0,
  leastGapMs: 0,
  // Thirty reels a day for one page; the limit for other posts is unknown.
  quotas: [{ max: 30, perMs: 86_400_000, of: 'account', kinds: ['reel', 'short'], counts: 'posts' }],
  byFormat: { reel, short: reel, story },
}
