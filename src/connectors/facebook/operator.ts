import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.facebook.com/v25.0', about: 'URL of Facebook’s Graph API, including the version.' },
    auth: { usual: 'https://www.facebook.com/v25.0', about: 'URL of Facebook’s consent page, including the version.' },
    video: {
      usual: 'https://graph-video.facebook.com/v25.0',
      about: 'URL of Facebook’s video upload service, including the version.',
    },
    upload: {
      usual: 'https://rupload.facebook.com',
      about: 'URL of Facebook’s upload service for reels and stories.',
    },
  },
  scopes:
    'Space-separated scopes to request from Facebook, if your app may not request all of them. They must include ' +
    '`pages_show_list`, `pages_read_engagement` and `pages_manage_posts`.',
  app: {
    clientId: 'App ID of your Facebook app.',
    clientSecret: 'App secret of your Facebook app. It also verifies the signatures of requests from Meta.',
    verifyToken: 'A token of your choice. Enter the same one at Meta as the webhook’s verify token.',
    configId:
      'Configuration ID of Facebook Login for Business, whose permissions then replace the scopes. Omit it for an ' +
      'app with plain Facebook Login.',
    company: 'meta',
  },
}
