import type { Limits } from '../limits.ts'

/** LinkedIn: members, and organizations in whose name one may post. */
export const netC: Limits = {
  network: 'net-c',
  name: 'LinkedIn',
  formats: ['post', 'carousel'],
  dialect: 'plain',
  // Which signs it counts is not said: in these a text is never shorter than in others.
  text: [{ unit: 'utf16', max: 3_000, words: 'characters' }],
  altText: { max: 4_086, unit: 'utf16' },
  image: {
    max: 20,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    // No number is documented; so much has always gone.
    maxBytes: 5_000_000,
    maxPixels: 36_152_319,
    animated: 'image',
  },
  video: {
    max: 1,
    types: ['video/mp4'],
    maxBytes: 500_000_000,
    minDurationMs: 3_000,
    maxDurationMs: 1_800_000,
    aspect: { min: 1 / 2.4, max: 2.4 },
  },
  mixed: false,
  mediaRequired: false,
  thread: null,
  firstComment: true,
  title: null,
  languages: 0,
  leastGapMs: 0,
  // Of Share on LinkedIn. Days begin at 00:00 UTC; other products have numbers that only their portal tells.
  quotas: [
    { max: 150, per: 'day', of: 'account', counts: 'posts' },
    { max: 100_000, per: 'day', of: 'app', counts: 'posts' },
  ],
}
