/* The French words that the service's codes select, and sentences that are put together from them. */
export { refusals as refusalWords } from '#rules/languages/fr/refusals.ts'
export { alerts } from '#web/i18n/fr/admin/alerts.ts'
export { networks as ofNetworks, secrets } from '#web/i18n/fr/admin/networks.ts'
export { selfTests } from '#web/i18n/fr/admin/self-tests.ts'
export { hints } from '#web/i18n/fr/connections.ts'
export { faults, rules } from '#web/i18n/fr/faults.ts'
export { fr as catalog } from '#web/i18n/fr/index.ts'
export { losses, rests, verdicts, waits } from '#web/i18n/fr/verdicts.ts'

export const examples = {
  limit: 'Maximum : 100 caractères.',
  named: 'Nom : Maximum : 100 caractères.',
  refused: 'Le réseau refuse le texte. Le réseau précise : « No links, please. »',
  quoted: (said: string) => `Message : « ${said} »`,
}

/** Texts that are the same in English. */
export const sameAsEnglish: readonly string[] = [
  '7000 × 7001 pixels',
  'ALT',
  'Active',
  'Administration',
  'Agent (MCP)',
  'Article',
  'Audio',
  'Chat',
  'Creative Commons',
  'Cyan',
  'Dates',
  'Document (PDF)',
  'Conversations',
  'Document',
  'Free',
  'GIPHY',
  'Guides',
  'HTML',
  'Hashtags',
  'Image',
  'Images',
  'Impressions',
  'Indigo',
  'Invitations',
  'Max',
  'Mention',
  'Mentions',
  'Messages',
  'Minutes',
  'Note',
  'Notes',
  'Notifications',
  'Orange',
  'Original',
  'Pexels',
  'Photo',
  'Posthorn',
  'Powered by 7000',
  'Pro',
  'Public',
  'Reel',
  'Short',
  'Signature',
  'Slack',
  'Smileys',
  'Source',
  'Starter',
  'Story',
  'Telegram',
  'Type',
  'TypeScript',
  'URL',
  'Unsplash',
  'Violet',
  'Web',
  'Webhooks',
  'curl',
]
