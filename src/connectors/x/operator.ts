import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.x.com', about: 'The API of X.' },
    auth: { usual: 'https://x.com', about: 'The site of X: its consent page, and the links to posts.' },
  },
  monthlyPosts:
    'Number of posts a month that the plan of your app at X includes. Unset: your plan charges for each post.',
  monthlyReads:
    'Number of posts a month that analytics may read at X, which charges for each. A post is read about 80 times in its ' +
    'first month and once a week after. Unset: analytics do not ask X.',
  app: {
    clientId: 'OAuth 2 client ID of your app at X.',
    clientSecret: 'OAuth 2 client secret of your app at X.',
  },
}
