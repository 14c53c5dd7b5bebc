import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://www.googleapis.com', about: 'The API of YouTube, with its uploads.' },
    auth: { usual: 'https://accounts.google.com', about: "Google's consent page." },
    token: { usual: 'https://oauth2.googleapis.com', about: "Google's token endpoint." },
    web: { usual: 'https://www.youtube.com', about: 'The site of YouTube, for the links to videos.' },
  },
  dailyPosts: {
    usual: 100,
    zone: 'America/Los_Angeles',
    about:
      'Videos that your app may upload in a day, until midnight in California. Google raises the number on request.',
  },
  app: {
    clientId: 'Client ID of your OAuth client at Google.',
    clientSecret: 'Client secret of your OAuth client at Google.',
    audited:
      'Deprecated and without effect. YouTube no longer makes the videos of apps private that it did not audit. Version 0.2 is the last to accept this setting.',
  },
}
