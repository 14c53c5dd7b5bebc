import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.x.com', about: 'The API of X.' },
    auth: { usual: 'https://x.com', about: 'The site of X: its consent page, and the links to posts.' },
  },
  monthlyPosts:
    'Number of posts a month that the plan of your app at X includes. Unset: your plan charges for each post.',
  app: {
    clientId: 'OAuth 2 client ID of your app at X.',
    clientSecret: 'OAuth 2 client secret of your app at X.',
  },
}
