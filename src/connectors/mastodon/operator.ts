import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: {
      usual: null,
      about:
        'Your own Mastodon server, which can be at a private address. Users may still name other servers when they connect an account. Setting it makes Mastodon live, whatever SANDBOX says.',
    },
  },
}
