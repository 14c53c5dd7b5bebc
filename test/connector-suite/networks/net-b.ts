import { netB as connector } from '#connectors/net-b/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

/** Each person of the sandbox has two pages; this one they may publish on. */
const pageOf = (person: string) => `${person.replace('-', '')}.bakery`

export const netB: NetworkUnderTest = {
  connector,
  signsIn: { page: pageOf },
  ledgerName: (person) => `${person}-bakery`,
  secretsOf: ({ userToken, pages }) => [
    String(userToken),
    ...Object.values(pages as Record<string, { token: string }>).map(({ token }) => token),
  ],
  absentId: (id) => id.replace(/\d+$/, '1'),
  // The page of its limits names no number for pictures, and none for the text of one.
  enforces: ['text', 'imageBytes'],
  filmsWithoutAlt: true,
  waitsInMinutes: true,
  visibleCalls: ['createPost', 'finishVideo', 'finishReel', 'createPhotoStory', 'finishVideoStory', 'createComment'],
}
