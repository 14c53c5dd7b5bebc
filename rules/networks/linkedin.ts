import type { Limits } from '../limits.ts'

/** LinkedIn: members, and organizations in whose name one may post. */
export const linkedin: Limits = {
  network: 'linkedin',
  name: 'LinkedIn',
  formats: ['post', 'carousel', 'article'],
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
  // As other programs count; LinkedIn does not say.
  textOfComment: [{ unit: 'utf16', max: 1_250, words: 'characters' }],
  title: null,
  languages: 0,
  leastGapMs: 0,
  // Of Share on LinkedIn. Days begin at 00:00 UTC; other products have numbers that only their portal tells.
  quotas: [
    { max: 150, per: 'day', of: 'account', counts: 'posts' },
    { max: 100_000, per: 'day', of: 'app', counts: 'posts' },
  ],
  byFormat: {
    // What people leaf through there is a document: each picture becomes a page of it. It may have 300 pages and 100 MB,
    // so as many pages as a post has pictures may have two each; and no page is looked at in more than so many pixels.
    carousel: {
      mediaRequired: true,
      image: { max: 35, types: ['image/jpeg'], maxBytes: 2_000_000, maxWidth: 4_096, maxHeight: 4_096, animated: 'no' },
      video: { max: 0 },
      altText: { max: 0, unit: 'utf16' },
      title: { max: 400, required: true },
    },
    // The card of a link, whose picture comes from us: LinkedIn reads no page.
    article: {
      linkRequired: true,
      image: { max: 1, animated: 'no' },
      video: { max: 0 },
      altText: { max: 0, unit: 'utf16' },
      title: { max: 400, required: true },
    },
  },
}
