import { netA as connector } from '#connectors/net-a/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

const fields = (person: string, appPassword: string) => ({ identifier: `${person}.sandbox`, appPassword })

export const netA: NetworkUnderTest = {
  connector,
  fields: (_, person) => fields(person, 'sand-boxx-pass-word'),
  wrongFields: (_, person) => fields(person, 'no-such-pass-word'),
  secretsOf: ({ accessJwt, refreshJwt }) => ['sand-boxx-pass-word', String(accessJwt), String(refreshJwt)],
  absentId: (uri) => uri.replace(/[^/]+$/, '3k2a4bcdefg22'),
  // Files may have twice the bytes on today's servers, and texts for a picture are bounded by clients alone.
  enforces: ['text', 'images'],
  visibleCalls: ['putRecord'],
}
