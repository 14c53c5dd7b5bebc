import { instagram as connector } from '#connectors/instagram/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const instagram: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ token }) => [String(token)],
  absentId: () => '17900000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  filmsWithoutAlt: true,
  besideFilms: { allowComment: false },
  renewsAfterMs: 86_400_000,
  waitsInMinutes: true,
  visibleCalls: ['publishContainer', 'createComment'],
  kinds: [
    ...foundBy(
      { after: 'publishContainer', by: 'handle', asks: 'getContainer' },
      kinds.picture,
      kinds.pictures,
      { name: 'pictures and a video', format: 'carousel', files: ['picture', 'film'] },
      kinds.video,
      { ...kinds.reel, thumbnail: 'other', settings: { shareToFeed: false } },
      kinds.short,
      { ...kinds.linkBelow, name: 'picture with a link', files: ['picture'] },
      { ...kinds.picture, name: 'picture without comments', settings: { allowComment: false } },
      {
        ...kinds.picture,
        name: 'picture with collaborators, a place and a tag',
        settings: {
          collaborators: ['bob'],
          locationId: '110774245616525',
          userTags: [{ username: 'carla', x: 0.5, y: 0.25 }],
        },
      },
      kinds.storyPicture,
      kinds.storyVideo,
    ),
    ...foundBy(
      { after: 'createComment', by: 'newest', asks: 'listComments' },
      { ...kinds.firstComment, files: ['picture'] },
    ),
  ],
}
