import { tiktok as connector } from '#connectors/tiktok/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

/** The owner writes the text in the network's app. */
const draft = { draft: true, silent: true, settings: { mode: 'inbox' } } as const

const sent = { after: 'uploadVideo', by: 'handle', asks: 'getPublishStatus' } as const

export const tiktok: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => '7000000000000000001',
  enforces: ['text', 'images', 'imageBytes'],
  chooses: async () => ({
    privacyLevel: 'PUBLIC_TO_EVERYONE',
    allowComment: true,
    allowDuet: false,
    allowStitch: false,
    disclosure: 'none',
  }),
  neverSaysHowLong: true,
  // The list has only moderated posts, which may take hours.
  neverAbsent: ['photos'],
  visibleCalls: ['uploadVideo', 'initPhotos'],
  kinds: [
    ...foundBy(sent, kinds.video, kinds.reel, kinds.short),
    ...foundBy(sent, { ...draft, ...kinds.video, name: 'draft of a video' }),
    ...foundBy(
      { after: 'initPhotos', by: 'newest', asks: 'listVideos', words: '`unknown` until it appears there' },
      kinds.picture,
      {
        ...kinds.pictures,
        title: 'The harbour',
        seen: ({ title, text }) => `${title}\n${text}`,
      },
    ),
    ...foundBy({ after: 'initPhotos', by: 'nobody' }, { ...draft, ...kinds.pictures, name: 'draft of pictures' }),
  ],
}
