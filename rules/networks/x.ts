import type { Limits } from '../limits.ts'

/** X without a paid subscription. It counts text in its own way, and every link costs the same. */
export const x: Limits = {
  network: 'x',
  name: 'X',
  formats: ['post', 'thread', 'carousel'],
  dialect: 'x',
  text: [{ unit: 'weighted', max: 280, link: 23, words: 'characters' }],
  altText: { max: 1_000, unit: 'codepoint' },
  image: {
    max: 4,
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    maxBytes: 5_242_880,
    animated: 'video',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 536_870_912,
    minDurationMs: 500,
    maxDurationMs: 140_000,
    maxFrameRate: 60,
    aspect: { min: 1 / 3, max: 3 },
  },
  animation: {
    maxBytes: 15_728_640,
    maxWidth: 1_280,
    maxHeight: 1_080,
    maxFrames: 350,
    maxPixelsOfAllFrames: 300_000_000,
  },
  mixed: false,
  mediaRequired: false,
  thread: { maxParts: 25 },
  firstComment: true,
  refusesRepeats: true,
  cashtags: 1,
  title: null,
  languages: 0,
  leastGapMs: 0,
  // 100 in 15 minutes; all users of the app share its daily quota.
  quotas: [
    { max: 100, perMs: 900_000, of: 'account' },
    { max: 10_000, perMs: 86_400_000, of: 'app' },
  ],
}
