import type { Limits } from '../limits.ts'

/** TikTok: a video, or up to 35 images. Only images have a title. */
export const tiktok: Limits = {
  network: 'tiktok',
  name: 'TikTok',
  formats: ['post', 'carousel', 'reel', 'short'],
  dialect: 'plain',
  text: [{ unit: 'utf16', max: 4_000, words: 'characters' }],
  textWithVideo: [{ unit: 'utf16', max: 2_200, words: 'characters' }],
  altText: { max: 0, unit: 'utf16' },
  image: {
    max: 35,
    types: ['image/jpeg', 'image/webp'],
    maxBytes: 20_000_000,
    // 1080p, portrait or landscape.
    maxWidth: 1_080,
    maxHeight: 1_920,
    turns: true,
    animated: 'no',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 4_000_000_000,
    minDurationMs: 3_000,
    // Ten minutes; less for many accounts, which is checked before each post.
    maxDurationMs: 600_000,
    minFrameRate: 23,
    maxFrameRate: 60,
  },
  mixed: false,
  mediaRequired: true,
  thread: null,
  firstComment: false,
  title: { max: 90 },
  languages: 0,
  leastGapMs: 0,
  quotas: [
    // The quota of posts started per minute, and an undocumented one of about fifteen a day, which may be up to 25.
    { max: 6, perMs: 60_000, of: 'account', counts: 'posts' },
    { max: 15, perMs: 86_400_000, of: 'account', counts: 'posts' },
  ],
  byFormat: {
    reel: { image: { max: 0 }, title: null },
    short: { image: { max: 0 }, title: null },
  },
}
