import type { Limits } from '../limits.ts'

/** LinkedIn: members, and organizations that a member may post for. */
export const linkedin: Limits = {
  network: 'linkedin',
  name: 'LinkedIn',
  formats: ['post', 'carousel', 'article'],
  dialect: 'plain',
  // The documentation does not define a character. UTF-16 units never count fewer than code points or graphemes.
  text: [{ unit: 'utf16', max: 3_000, words: 'characters' }],
  altText: { max: 4_086, unit: 'utf16' },
  image: {
    max: 20,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    // No limit is documented; this one has always worked.
    maxBytes: 5_000_000,
    maxPixels: 36_152_319,
    maxFrames: 250,
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
  // The gap that other programs keep; LinkedIn states none.
  textOfComment: [{ unit: 'utf16', max: 1_250, words: 'characters' }],
  title: null,
  languages: 0,
  leastGapMs: 0,
  // The quotas of the product Share on LinkedIn. Days begin at 00:00 UTC; only the portal shows the quotas of other
  // products.
  quotas: [
    { max: 150, per: 'day', of: 'account', counts: 'posts' },
    { max: 100_000, per: 'day', of: 'app', counts: 'posts' },
  ],
  byFormat: {
    // A carousel on LinkedIn is a document: a PDF, or images that become its pages. A document may have 300 pages and
    // 100 MB, so each of up to 35 images may have 2 MB, and no page is viewed at more than 4,096 pixels per side.
    carousel: {
      mediaRequired: true,
      document: { max: 1, types: ['application/pdf'], maxBytes: 100_000_000, maxPages: 300 },
      image: { max: 35, types: ['image/jpeg'], maxBytes: 2_000_000, maxWidth: 4_096, maxHeight: 4_096, animated: 'no' },
      video: { max: 0 },
      altText: { max: 0, unit: 'utf16' },
      title: { max: 400, required: true },
    },
    // A link's card, whose image we provide: LinkedIn does not read the page.
    article: {
      linkRequired: true,
      image: { max: 1, animated: 'no' },
      video: { max: 0 },
      altText: { max: 0, unit: 'utf16' },
      title: { max: 400, required: true },
    },
  },
}
