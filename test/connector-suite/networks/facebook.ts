import { facebook as connector } from '#connectors/facebook/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

/** Each person of the sandbox has two pages; they may publish on this one. */
const pageOf = (person: string) => `${person.replace('-', '')}.bakery`

const cards = ['https://example.com/harbour', 'https://example.com/lighthouse']

export const facebook: NetworkUnderTest = {
  connector,
  signsIn: { page: pageOf },
  ledgerName: (person) => `${person}-bakery`,
  secretsOf: ({ userToken, pages }) => [
    String(userToken),
    ...Object.values(pages as Record<string, { token: string }>).map(({ token }) => token),
  ],
  absentId: (id) => id.replace(/\d+$/, '1'),
  // The network documents no limit for the number of images or for alt text.
  enforces: ['text', 'imageBytes'],
  filmsWithoutAlt: true,
  waitsInMinutes: true,
  // The page shows each card as a separate image.
  filesSeen: ({ settings, parts }) =>
    Array.isArray(settings.cards) ? settings.cards.length : parts.reduce((sum, { media }) => sum + media.length, 0),
  visibleCalls: ['createPost', 'finishVideo', 'finishReel', 'createPhotoStory', 'finishVideoStory', 'createComment'],
  kinds: [
    ...foundBy(
      { after: 'createPost', by: 'newest', asks: 'getPublishedPosts' },
      kinds.text,
      kinds.linkCard,
      { name: 'several links', also: cards, cards, settings: { cards } },
      kinds.picture,
      kinds.pictures,
    ),
    ...foundBy({ after: 'finishVideo', by: 'handle', asks: 'getVideo' }, kinds.wideVideo),
    ...foundBy(
      { after: 'finishReel', by: 'handle', asks: 'getVideo' },
      kinds.uprightVideo,
      { ...kinds.reel, title: 'The harbour' },
      kinds.short,
    ),
    ...foundBy({ after: 'createPhotoStory', by: 'newest', asks: 'getStories' }, kinds.storyPicture),
    ...foundBy({ after: 'finishVideoStory', by: 'handle', asks: 'getVideo' }, kinds.storyVideo),
    ...foundBy({ after: 'createComment', by: 'newest', asks: 'getComments' }, kinds.firstComment),
  ],
}
