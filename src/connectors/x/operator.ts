import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.x.com', about: 'The X API.' },
    auth: { usual: 'https://x.com', about: 'URL of the X website, for the consent page and links to posts.' },
  },
  monthlyPosts:
    'Number of posts per month that your X app’s plan includes. If unset, your plan is assumed to charge per post.',
  monthlyReads:
    'Number of posts per month that analytics may read from X, which charges for each read. A post is read about ' +
    '80 times in its first month and once a week after that. If unset, analytics are not read from X.',
  monthlyInboxReads:
    'Number of posts per month that the inbox may read from X, for all accounts together. X charges for each mention, and ' +
    'for each look at whether one was deleted, which open conversations need daily. If unset, the inbox doesn’t read X.',
  app: {
    clientId: 'OAuth 2 client ID of your X app.',
    clientSecret: 'OAuth 2 client secret of your X app.',
  },
}
