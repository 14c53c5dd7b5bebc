/* The German words that the service's codes select, and sentences that are put together from them. */
export { refusals as refusalWords } from '#rules/languages/de/refusals.ts'
export { alerts } from '#web/i18n/de/admin/alerts.ts'
export { admin } from '#web/i18n/de/admin/index.ts'
export { networks as ofNetworks, secrets } from '#web/i18n/de/admin/networks.ts'
export { selfTests } from '#web/i18n/de/admin/self-tests.ts'
export { hints } from '#web/i18n/de/connections.ts'
export { days } from '#web/i18n/de/days/index.ts'
export { edits } from '#web/i18n/de/edits/index.ts'
export { faults, rules } from '#web/i18n/de/faults.ts'
export { ideas } from '#web/i18n/de/ideas/index.ts'
export { de as catalog } from '#web/i18n/de/index.ts'
export { mentions } from '#web/i18n/de/mentions/index.ts'
export { losses, rests, verdicts, waits } from '#web/i18n/de/verdicts.ts'

export const examples = {
  limit: 'Hier sind höchstens 100 Zeichen erlaubt.',
  named: 'Name: Hier sind höchstens 100 Zeichen erlaubt.',
  refused: 'Das Netzwerk lehnt den Text ab. Das Netzwerk sagt: „No links, please.“',
  quoted: (said: string) => `Die Meldung: „${said}“`,
}

/** Texts that are the same in English. */
export const sameAsEnglish: readonly string[] = [
  'ALT',
  'Admin',
  'Administration',
  'Agent (MCP)',
  'Emoji',
  'Smileys',
  'Alt ✓',
  'Apps',
  'Audio',
  'Backups',
  'Code',
  'Comedy',
  'Creative Commons',
  'Cyan',
  'Export',
  'Extras',
  'Film & Animation',
  'Filter',
  'Format',
  'Free',
  'Gaming',
  'HTML',
  'Hashtags',
  'Indigo',
  'Info',
  'Jobs',
  'Label',
  'Labels',
  'Likes',
  'Link',
  'Live',
  'Max',
  'Name',
  'Neutral',
  'Orange',
  'Pin',
  'Pink',
  'Playlist',
  'Pexels',
  'Posthorn',
  'Pro',
  'Rate',
  'Reel',
  'Rollout (%)',
  'Sandbox',
  'Server',
  'Short',
  'Slack',
  'Starter',
  'Status',
  'Stitches',
  'Story',
  'Superadmin',
  'Support',
  'System',
  'Telegram',
  'Test',
  'Text',
  'Thread',
  'Tickets',
  'TypeScript',
  'URL',
  'Uploads',
  'Video',
  'Videos',
  'Unsplash',
  'Webhooks',
  'curl',
  'optional',
]
