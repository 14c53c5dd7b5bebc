import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.x.com', about: 'The X API.' },
    auth: { usual: 'https://x.com', about: 'The X website, for the consent page and links to posts.' },
  },
  monthlyPosts:
    'Number of posts a month that the plan of your app at X includes. If unset, your plan is assumed to charge per post.',
  monthlyReads:
    'Number of posts a month that analytics may read at X, which charges for each. A post is read about 80 times in its ' +
    'first month and once a week after. If unset, analytics are not read from X.',
  app: {
    clientId: 'OAuth 2 client ID of your app at X.',
    clientSecret: 'OAuth 2 client secret of your app at X.',
  },
}
