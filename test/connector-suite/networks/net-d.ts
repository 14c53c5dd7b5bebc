import { netD as connector } from '#connectors/net-d/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const netD: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => '1000000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  visibleCalls: ['createPost'],
}
