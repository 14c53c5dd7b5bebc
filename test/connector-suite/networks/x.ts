import { x as connector } from '#connectors/x/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const x: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => '1000000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  visibleCalls: ['createPost'],
  kinds: foundBy(
    { after: 'createPost', by: 'newest', asks: 'getUserPosts' },
    kinds.text,
    kinds.linkBelow,
    kinds.picture,
    kinds.pictures,
    kinds.moving,
    kinds.video,
    kinds.poll,
    kinds.thread,
    kinds.firstComment,
  ),
}
