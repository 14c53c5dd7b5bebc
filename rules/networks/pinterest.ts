import type { Limits } from '../limits.ts'

/** Pinterest: a pin is an image, several images of one aspect ratio, or a video, with text next to it. */
export const pinterest: Limits = {
  network: 'pinterest',
  name: 'Pinterest',
  formats: ['post', 'carousel', 'pin'],
  dialect: 'plain',
  text: [{ unit: 'codepoint', max: 800, words: 'characters' }],
  altText: { max: 500, unit: 'codepoint' },
  image: {
    max: 5,
    types: ['image/jpeg', 'image/png'],
    // The limit of a file sent as base64; a file fetched from a URL may be twice as large.
    maxBytes: 10_000_000,
    // All of them are sent in the call that creates the pin, which has twenty seconds.
    maxBytesOfSeveral: 2_000_000,
    animated: 'no',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 1_000_000_000,
    minDurationMs: 4_000,
    maxDurationMs: 900_000,
    aspect: { min: 0.5, max: 1.91 },
  },
  mixed: false,
  mediaRequired: true,
  thread: null,
  firstComment: false,
  title: { max: 100 },
  languages: 0,
  leastGapMs: 0,
  quotas: [{ max: 100, perMs: 60_000, of: 'account' }],
}
