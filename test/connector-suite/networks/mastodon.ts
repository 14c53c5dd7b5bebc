import { mastodon as connector } from '#connectors/mastodon/index.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const mastodon: NetworkUnderTest = {
  connector,
  fields: ({ url }, person) => ({ instanceUrl: url, accessToken: `sandbox-token-${person}` }),
  wrongFields: ({ url }) => ({ instanceUrl: url, accessToken: 'a-token-of-nobody' }),
  secretsOf: ({ accessToken }) => [String(accessToken)],
  absentId: () => '109000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  lower: ({ sandbox }) => sandbox.network('mastodon').settings?.change({ image_size_limit: 300_000 }),
  visibleCalls: ['createStatus'],
}

/** A program that speaks Mastodon's language, and of which nobody knows whether it keeps keys. */
export const otherFediverse: NetworkUnderTest = {
  ...mastodon,
  title: 'mastodon, on a server of another program',
  as: (signedIn) => ({
    ...signedIn,
    account: { ...signedIn.account, facts: { ...signedIn.account.facts, software: 'gotosocial' } },
  }),
}
