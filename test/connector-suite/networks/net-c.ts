import { netC as connector } from '#connectors/net-c/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

/** As an organization, whose posts may be looked at; a member's are tried beside the connector. */
export const netC: NetworkUnderTest = {
  connector,
  signsIn: { page: (person) => `${person}-works` },
  ledgerName: (person) => `${person}-works`,
  secretsOf: ({ accessToken }) => [String(accessToken)],
  absentId: (id) => id.replace(/\d+$/, '1'),
  enforces: ['text', 'images', 'altText'],
  filmsWithoutAlt: true,
  neverSaysHowLong: true,
  visibleCalls: ['createPost', 'createComment'],
}
