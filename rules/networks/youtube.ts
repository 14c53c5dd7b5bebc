import type { FormatLimits, Limits } from '../limits.ts'

/** A Short is not a separate kind in the API: YouTube makes one of each square or upright video of up to three minutes. */
const short: FormatLimits = {
  video: { maxDurationMs: 180_000, aspect: { min: 0.3, max: 1 } },
}

/** YouTube: one video with a title. The text is its description. */
export const youtube: Limits = {
  network: 'youtube',
  name: 'YouTube',
  formats: ['post', 'reel', 'short'],
  dialect: 'plain',
  text: [{ unit: 'byte', max: 5_000, words: 'bytes' }],
  altText: { max: 0, unit: 'utf16' },
  // A picture goes along as the thumbnail of the video, never by itself.
  image: { max: 0, types: [], maxBytes: 0, animated: 'no' },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 256_000_000_000,
    // Twelve hours; a quarter of an hour for a channel whose owner did not confirm a phone number.
    maxDurationMs: 43_200_000,
  },
  mixed: false,
  mediaRequired: true,
  thread: null,
  firstComment: false,
  title: { max: 100, required: true },
  languages: 0,
  leastGapMs: 0,
  // The number of uploads of an app is set by its operator.
  quotas: [],
  byFormat: { reel: short, short },
}
