import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://graph.instagram.com/v25.0', about: 'The API of Instagram, with its version.' },
    auth: { usual: 'https://www.instagram.com', about: 'The consent page of Instagram.' },
    token: { usual: 'https://api.instagram.com', about: 'Instagram’s token endpoint.' },
    facebook: {
      usual: 'https://graph.facebook.com/v25.0',
      about: 'The Graph API of Facebook, with its version, for accounts that were connected through Facebook.',
    },
    facebook_auth: {
      usual: 'https://www.facebook.com/v25.0',
      about: 'The consent page of Facebook, with its version, for `INSTAGRAM_LOGIN=facebook`.',
    },
  },
  scopes:
    'Scopes to request, separated by spaces, if your app may not request all of them. They must include the reading and publishing scopes for the login method in `INSTAGRAM_LOGIN`.',
  app: {
    clientId:
      'Instagram App ID of your app at Meta, which differs from its App ID; with `INSTAGRAM_LOGIN=facebook` the App ID.',
    clientSecret:
      'Instagram App secret of your app at Meta; with `INSTAGRAM_LOGIN=facebook` the App secret. It also verifies the signatures of calls from Meta.',
    verifyToken: 'A token of your choice. Enter the same one at Meta as the verify token of the webhook.',
    configId:
      'Configuration ID of Facebook Login for Business, whose permissions then replace the scopes. Only with `INSTAGRAM_LOGIN=facebook`.',
    login: {
      ways: ['instagram', 'facebook'],
      about:
        'How users sign in, and which app `INSTAGRAM_CLIENT_ID` belongs to: `instagram` at Instagram itself, `facebook` through a page of Facebook that the account is linked to. Accounts that are already connected keep working.',
    },
    company: 'meta',
  },
}
