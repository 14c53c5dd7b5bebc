import type { OperatorSettings } from '#rules/operator.ts'

export const operator: OperatorSettings = {
  addresses: {
    api: { usual: 'https://www.googleapis.com', about: 'URL of the YouTube API, including uploads.' },
    auth: { usual: 'https://accounts.google.com', about: 'URL of Google’s consent page.' },
    token: { usual: 'https://oauth2.googleapis.com', about: 'URL of Google’s token endpoint.' },
    web: { usual: 'https://www.youtube.com', about: 'URL of the YouTube website, for links to videos.' },
  },
  dailyPosts: {
    usual: 100,
    zone: 'America/Los_Angeles',
    about:
      'Number of videos that your app may upload per day. The day ends at midnight in California. Google raises ' +
      'the number on request.',
  },
  dailyInboxUnits: {
    usual: 3_000,
    zone: 'America/Los_Angeles',
    about:
      'Number of calls per day that the inbox may make, together for all channels. Your app may make 10,000 calls a day, ' +
      'which publishing and metrics use as well. The day ends at midnight in California.',
  },
  app: {
    clientId: 'Client ID of your Google OAuth client.',
    clientSecret: 'Client secret of your Google OAuth client.',
    audited:
      'Deprecated and without effect. YouTube no longer makes videos from unaudited apps private. Version 0.2 is ' +
      'the last to accept this setting.',
  },
}
