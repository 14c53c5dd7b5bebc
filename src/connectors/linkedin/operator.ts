import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://api.linkedin.com', about: 'URL of the LinkedIn API.' },
    auth: {
      usual: 'https://www.linkedin.com',
      about: 'URL of the LinkedIn website, for the consent page and links to posts.',
    },
  },
  version: {
    usual: '202609',
    about:
      'Version of the LinkedIn API to use, as YYYYMM. LinkedIn supports a version for at least a year and then ' +
      'rejects every request that uses it. Set a newer version before then.',
  },
  scopes:
    'Space-separated scopes to request from LinkedIn, if your app may not request all of them. Use `openid profile ' +
    'w_member_social` for an app that has only Sign In and Share.',
  app: {
    clientId: 'Client ID of your LinkedIn app.',
    clientSecret: 'Primary client secret of your LinkedIn app.',
  },
}
