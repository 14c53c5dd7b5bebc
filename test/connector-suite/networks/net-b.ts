import { netB as connector } from '#connectors/net-b/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

const pageOf = (person: string) => `${person}-bakery`

export const netB: NetworkUnderTest = {
  connector,
  signsIn: { page: pageOf },
  ledgerName: pageOf,
  secretsOf: ({ userToken, pages }) => [
    String(userToken),
    ...Object.values(pages as Record<string, { token: string }>).map(({ token }) => token),
  ],
  absentId: (id) => id.replace(/\d+$/, '1'),
  // The page of its limits names no number for pictures, and none for the text of one.
  enforces: ['text', 'imageBytes'],
  visibleCalls: ['createPost', 'finishVideo', 'finishReel', 'createPhotoStory', 'finishVideoStory', 'createComment'],
}
