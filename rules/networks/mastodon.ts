import type { Limits } from '../limits.ts'

/** Mastodon's defaults. Each instance may have its own, which the connector reads. */
export const mastodon: Limits = {
  network: 'mastodon',
  name: 'Mastodon',
  formats: ['post', 'thread', 'carousel'],
  dialect: 'fediverse',
  text: [{ unit: 'grapheme', max: 500, link: 23, mentionsWithoutHost: true, words: 'characters' }],
  altText: { max: 1_500, unit: 'grapheme' },
  image: {
    max: 4,
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    maxBytes: 16_777_216,
    maxPixels: 33_177_600,
    animated: 'video',
  },
  video: {
    max: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 103_809_024,
    maxPixels: 8_294_400,
    maxFrameRate: 120,
  },
  // Other types that servers accept, such as OGG and FLAC, are not accepted by the media library.
  audio: { max: 1, types: ['audio/mpeg', 'audio/mp4'], maxBytes: 103_809_024 },
  // A GIF has the size limit of an image, and may have fewer pixels than images or videos.
  animation: { maxBytes: 16_777_216, maxPixels: 921_600 },
  mixed: false,
  mediaRequired: false,
  thread: { maxParts: 25 },
  firstComment: true,
  title: null,
  languages: 1,
  leastGapMs: 0,
  // 300 statuses in three hours.
  quotas: [{ max: 300, perMs: 10_800_000, of: 'account' }],
}
