import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.threads.net', about: 'URL of the Threads API, without a version.' },
    auth: { usual: 'https://www.threads.net', about: 'URL of the Threads consent page.' },
  },
  scopes:
    'Space-separated scopes to request from Threads, if your app may not request all of them. They must include ' +
    '`threads_basic` and `threads_content_publish`.',
  app: {
    clientId: 'Threads App ID of your Meta app, which differs from its App ID.',
    clientSecret: 'Threads App secret of your Meta app. It also verifies the signatures of requests from Meta.',
    verifyToken: 'A token of your choice. Enter the same one at Meta as the webhook’s verify token.',
    company: 'meta',
  },
}
