import type { FormatLimits, Limits } from '../limits.ts'

/**
 * A Short is not a separate kind in the API: YouTube turns each square or vertical video of up to three minutes into
 * one.
 */
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
  // An image is sent as the video's thumbnail, never on its own.
  image: { max: 0, types: [], maxBytes: 0, animated: 'no' },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 256_000_000_000,
    // Twelve hours; 15 minutes for a channel whose owner did not confirm a phone number.
    maxDurationMs: 43_200_000,
  },
  mixed: false,
  mediaRequired: true,
  thread: null,
  firstComment: false,
  title: { max: 100, required: true },
  languages: 0,
  leastGapMs: 0,
  // The operator sets the app's number of uploads.
  quotas: [],
  byFormat: { reel: short, short },
}
