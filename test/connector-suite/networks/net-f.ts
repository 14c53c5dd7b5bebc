import { netF as connector } from '#connectors/net-f/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const netF: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => '7000000000000000001',
  enforces: ['text', 'images', 'imageBytes'],
  settings: async () => ({
    privacyLevel: 'PUBLIC_TO_EVERYONE',
    allowComment: true,
    allowDuet: false,
    allowStitch: false,
    disclosure: 'none',
  }),
  neverSaysHowLong: true,
  // Its list has only what was looked at there, which may take hours.
  neverAbsent: ['photos'],
  visibleCalls: ['uploadVideo', 'initPhotos'],
}
