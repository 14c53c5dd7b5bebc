import type { FormatLimits, Limits } from '../limits.ts'

const noAltText = { max: 0, unit: 'utf16' } as const

/** Every video outside a carousel is a reel, whatever its name. */
const reel: FormatLimits = { image: { max: 0 }, video: { max: 1 }, altText: noAltText }

const story: FormatLimits = {
  files: 1,
  firstComment: false,
  altText: noAltText,
  // A portrait image fills the screen; other aspect ratios are accepted.
  image: { max: 1, aspect: { min: 0.1, max: 10 } },
  video: { max: 1, maxBytes: 100_000_000, maxDurationMs: 60_000 },
}

/** Instagram, for professional accounts: images, carousels, reels and stories. */
export const instagram: Limits = {
  network: 'instagram',
  name: 'Instagram',
  formats: ['post', 'carousel', 'reel', 'short', 'story'],
  dialect: 'instagram',
  text: [{ unit: 'utf16', max: 2_200, words: 'characters' }],
  // The API accepts 30. Since December 2025 the app itself limits a growing number of accounts to five.
  hashtags: { max: 30, advised: 5 },
  mentions: 20,
  altText: { max: 1_000, unit: 'utf16' },
  image: {
    max: 10,
    types: ['image/jpeg'],
    maxBytes: 8_000_000,
    maxWidth: 1_440,
    aspect: { min: 0.8, max: 1.91 },
    animated: 'no',
  },
  video: {
    max: 10,
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 300_000_000,
    minDurationMs: 3_000,
    maxDurationMs: 900_000,
    minFrameRate: 23,
    maxFrameRate: 60,
    maxWidth: 1_920,
    aspect: { min: 0.01, max: 10 },
  },
  mixed: true,
  files: 10,
  mediaRequired: true,
  thread: null,
  firstComment: true,
  title: null,
  languages: 0,
  leastGapMs: 0,
  // Meta's documentation states 50 and 100. An account's own number is requested (`limitsFor`); a carousel is one post.
  quotas: [{ max: 50, perMs: 86_400_000, of: 'account', counts: 'posts' }],
  byFormat: { reel, short: reel, story },
}
