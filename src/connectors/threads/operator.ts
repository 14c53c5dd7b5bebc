import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.threads.net', about: 'The API of Threads, without a version.' },
    auth: { usual: 'https://www.threads.net', about: 'The consent page of Threads.' },
  },
  scopes:
    'Scopes to request from Threads, separated by spaces, if your app may not request all of them. They must include `threads_basic` and `threads_content_publish`.',
  app: {
    clientId: 'Threads App ID of your app at Meta, which differs from its App ID.',
    clientSecret: 'Threads App secret of your app at Meta. It also verifies the signatures of calls from Meta.',
    company: 'meta',
  },
}
