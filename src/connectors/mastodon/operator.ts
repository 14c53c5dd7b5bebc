import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: null,
      about:
        'URL of your Mastodon server, which can be at a private address. Users may still name other servers ' +
        'when they connect an account. Setting it makes Mastodon live regardless of SANDBOX.',
    },
  },
}
