import { youtube as connector } from '#connectors/youtube/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

const title = 'The harbour'
const captions = { language: 'en', text: '1\n00:00:00,000 --> 00:00:02,000\nThe harbour is open.\n' }

export const youtube: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => 'nobodyHasIt',
  enforces: ['text'],
  refusesSigns: '<>',
  besideFilms: { captions },
  chooses: async (options) => {
    const { playlists } = (await options()) as { readonly playlists: readonly { readonly id: string }[] }
    return { madeForKids: false, playlistId: playlists[0]?.id ?? '' }
  },
  visibleCalls: ['uploadVideo', 'insertPlaylistItem'],
  kinds: [
    ...foundBy(
      { after: 'uploadVideo', by: 'handle', asks: 'getUploadStatus' },
      { ...kinds.video, title },
      { ...kinds.linkBelow, name: 'video with a link', files: ['film'], title },
      { ...kinds.short, title },
      { ...kinds.reel, title },
      { ...kinds.video, name: 'video with a thumbnail', title, thumbnail: 'picture', also: ['thumbnail'] },
      { ...kinds.short, name: 'Short with a thumbnail', title, thumbnail: 'picture', also: ['thumbnail'] },
      { ...kinds.video, name: 'video with captions', title, settings: { captions }, also: ['CC en'] },
      {
        ...kinds.video,
        name: 'video that YouTube makes public later',
        title,
        settings: { publishAt: '2099-01-01T09:00:00Z' },
      },
    ),
  ],
}
