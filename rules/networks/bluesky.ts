import type { Limits } from '../limits.ts'

/** Bluesky, according to its lexicons and its own app in 2026. */
export const bluesky: Limits = {
  network: 'bluesky',
  name: 'Bluesky',
  formats: ['post', 'thread', 'carousel'],
  dialect: 'bluesky',
  text: [
    { unit: 'grapheme', max: 300, words: 'characters' },
    { unit: 'byte', max: 3_000, words: 'bytes' },
  ],
  altText: { max: 2_000, unit: 'grapheme' },
  image: {
    // Up to four as images, up to ten as a gallery.
    max: 10,
    types: ['image/jpeg', 'image/png', 'image/webp'],
    // Hosts with the lexicon from before 2026 accept no more; current ones accept twice as much.
    maxBytes: 1_000_000,
    maxWidth: 4_000,
    maxHeight: 4_000,
    // Through the video service, which turns a GIF into a video.
    animated: 'video',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 300_000_000,
    maxDurationMs: 600_000,
  },
  mixed: false,
  mediaRequired: false,
  thread: { maxParts: 25 },
  firstComment: true,
  title: null,
  languages: 3,
  leastGapMs: 0,
  // 5,000 points an hour and 35,000 a day; a put costs two.
  quotas: [
    { max: 2_500, perMs: 3_600_000, of: 'account' },
    { max: 17_500, perMs: 86_400_000, of: 'account' },
  ],
}
