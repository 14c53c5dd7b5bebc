import type { Limits } from '../limits.ts'

/** Threads. Images and videos may be mixed in one post. */
export const threads: Limits = {
  network: 'threads',
  name: 'Threads',
  formats: ['post', 'thread', 'carousel'],
  dialect: 'fediverse',
  text: [{ unit: 'emojiBytes', max: 500, words: 'characters' }],
  altText: { max: 1_000, unit: 'utf16' },
  image: {
    max: 20,
    types: ['image/jpeg', 'image/png'],
    maxBytes: 8_000_000,
    aspect: { min: 0.1, max: 10 },
    animated: 'no',
  },
  video: {
    max: 20,
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 1_000_000_000,
    maxDurationMs: 300_000,
    minFrameRate: 23,
    maxFrameRate: 60,
    maxWidth: 1_920,
    aspect: { min: 0.01, max: 10 },
  },
  mixed: true,
  files: 20,
  mediaRequired: false,
  thread: { maxParts: 25 },
  firstComment: true,
  links: 5,
  title: null,
  languages: 0,
  leastGapMs: 0,
  // The quotas of one profile in 24 hours. The later parts of a thread and a first comment are replies.
  quotas: [
    { max: 250, perMs: 86_400_000, of: 'account', counts: 'posts' },
    { max: 1_000, perMs: 86_400_000, of: 'account', counts: 'replies' },
  ],
}
