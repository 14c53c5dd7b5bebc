import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.facebook.com/v25.0', about: 'The Graph API of Facebook, with its version.' },
    auth: { usual: 'https://www.facebook.com/v25.0', about: 'The consent page of Facebook, with its version.' },
    video: {
      usual: 'https://graph-video.facebook.com/v25.0',
      about: 'The service of Facebook that receives videos, with its version.',
    },
    upload: {
      usual: 'https://rupload.facebook.com',
      about: 'The service of Facebook that receives the bytes of reels and stories.',
    },
  },
  scopes:
    'Scopes to request from Facebook, separated by spaces, if your app may not request all of them. They must include `pages_show_list`, `pages_read_engagement` and `pages_manage_posts`.',
  app: {
    clientId: 'App ID of your app at Facebook.',
    clientSecret: 'App secret of your app at Facebook. It also verifies the signatures of calls from Meta.',
    verifyToken: 'A token of your choice. Enter the same one at Meta as the verify token of the webhook.',
    configId:
      'Configuration ID of Facebook Login for Business, whose permissions then replace the scopes. For an app with plain Facebook Login, leave it out.',
    company: 'meta',
  },
}
