const names: Readonly<Record<string, string>> = {
  approvalRequired: 'approvals',
  approverRole: 'who approves',
  avatar: 'picture',
  brandColor: 'colour',
  content: 'text',
  cron: 'rhythm',
  email: 'email address',
  events: 'events',
  locale: 'language',
  media: 'files',
  name: 'name',
  platforms: 'accounts',
  postId: 'template',
  profileId: 'brand',
  readOnly: 'read-only',
  recycle: 'recycling',
  scheduledAt: 'time',
  settings: 'network options',
  subscriptionStatus: 'subscription',
  tags: 'labels',
  targets: 'accounts',
  timezone: 'time zone',
  url: 'address',
}

/** Names a field that was changed: "time", of `scheduledAt`. Fields are named in English, as in the API. */
export const sayField = (field: string): string =>
  names[field] ?? field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
