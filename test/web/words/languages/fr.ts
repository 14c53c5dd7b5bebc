/* The French words that the service's codes select, and sentences that are put together from them. */
export { refusals as refusalWords } from '#rules/languages/fr/refusals.ts'
export { alerts } from '#web/i18n/fr/admin/alerts.ts'
export { admin } from '#web/i18n/fr/admin/index.ts'
export { networks as ofNetworks, secrets } from '#web/i18n/fr/admin/networks.ts'
export { selfTests } from '#web/i18n/fr/admin/self-tests.ts'
export { hints } from '#web/i18n/fr/connections.ts'
export { days } from '#web/i18n/fr/days/index.ts'
export { edits } from '#web/i18n/fr/edits/index.ts'
export { faults, rules } from '#web/i18n/fr/faults.ts'
export { ideas } from '#web/i18n/fr/ideas/index.ts'
export { fr as catalog } from '#web/i18n/fr/index.ts'
export { mentions } from '#web/i18n/fr/mentions/index.ts'
export { losses, rests, verdicts, waits } from '#web/i18n/fr/verdicts.ts'

export const examples = {
  limit: 'Maximum : 100 caractères.',
  named: 'Nom : Maximum : 100 caractères.',
  refused: 'Le réseau refuse le texte. Le réseau précise : « No links, please. »',
  quoted: (said: string) => `Message : « ${said} »`,
}

/** Texts that are the same in English. */
export const sameAsEnglish: readonly string[] = [
  'Mentions',
  '7000 × 7001 pixels',
  'ALT',
  'Smileys',
  'Active',
  'Administration',
  'Agent (MCP)',
  'Article',
  'Audio',
  'Creative Commons',
  'Cyan',
  'Dates',
  'Document',
  'Document (PDF)',
  'Free',
  'Guides',
  'HTML',
  'Hashtags',
  'Images',
  'Impressions',
  'Indigo',
  'Max',
  'Minutes',
  'Note',
  'Notes',
  'Notifications',
  'Orange',
  'Photo',
  'Pexels',
  'Posthorn',
  'Pro',
  'Public',
  'Reel',
  'Short',
  'Signature',
  'Slack',
  'Starter',
  'Story',
  'Telegram',
  'Type',
  'TypeScript',
  'URL',
  'Violet',
  'Unsplash',
  'Webhooks',
  'curl',
]
