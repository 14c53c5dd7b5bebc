import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.instagram.com/v25.0', about: 'URL of the Instagram API, including the version.' },
    auth: { usual: 'https://www.instagram.com', about: 'URL of Instagram’s consent page.' },
    token: { usual: 'https://api.instagram.com', about: 'URL of Instagram’s token endpoint.' },
    facebook: {
      usual: 'https://graph.facebook.com/v25.0',
      about: 'URL of Facebook’s Graph API, including the version, for accounts connected through Facebook.',
    },
    facebook_auth: {
      usual: 'https://www.facebook.com/v25.0',
      about: 'URL of Facebook’s consent page, including the version, for `INSTAGRAM_LOGIN=facebook`.',
    },
  },
  scopes:
    'Space-separated scopes to request, if your app may not request all of them. They must include the reading and ' +
    'publishing scopes for the login method in `INSTAGRAM_LOGIN`.',
  app: {
    clientId:
      'Instagram App ID of your Meta app, which differs from its App ID. With `INSTAGRAM_LOGIN=facebook`, use the ' +
      'App ID.',
    clientSecret:
      'Instagram App secret of your Meta app. With `INSTAGRAM_LOGIN=facebook`, use the App secret. It also ' +
      'verifies the signatures of requests from Meta.',
    verifyToken: 'A token of your choice. Enter the same one at Meta as the webhook’s verify token.',
    configId:
      'Configuration ID of Facebook Login for Business, whose permissions then replace the scopes. Only with `INSTAGRAM_LOGIN=facebook`.',
    login: {
      ways: ['instagram', 'facebook'],
      about:
        'How users sign in, and which app `INSTAGRAM_CLIENT_ID` belongs to: `instagram` for Instagram itself, ' +
        '`facebook` for a Facebook page that the account is linked to. Accounts that are already connected keep ' +
        'working.',
    },
    company: 'meta',
  },
}
