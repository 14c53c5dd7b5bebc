/* The Spanish words that the service's codes select, and sentences that are put together from them. */
export { refusals as refusalWords } from '#rules/languages/es/refusals.ts'
export { alerts } from '#web/i18n/es/admin/alerts.ts'
export { networks as ofNetworks, secrets } from '#web/i18n/es/admin/networks.ts'
export { selfTests } from '#web/i18n/es/admin/self-tests.ts'
export { hints } from '#web/i18n/es/connections.ts'
export { faults, rules } from '#web/i18n/es/faults.ts'
export { es as catalog } from '#web/i18n/es/index.ts'
export { losses, rests, verdicts, waits } from '#web/i18n/es/verdicts.ts'

export const examples = {
  limit: 'Como máximo, 100 caracteres.',
  named: 'Nombre: Como máximo, 100 caracteres.',
  refused: 'La red rechaza el texto. La red dice: “No links, please.”',
  quoted: (said: string) => `El mensaje: “${said}”`,
}

/** Texts that are the same in English. */
export const sameAsEnglish: readonly string[] = [
  '7000 ms',
  'ALT',
  'Alt ✓',
  'App',
  'Apps',
  'Audio',
  'Chat',
  'Color',
  'Creative Commons',
  'Editor',
  'Extras',
  'General',
  'GIPHY',
  'HTML',
  'Hashtags',
  'Idea',
  'Ideas',
  'Manual',
  'Max',
  'No',
  'Original',
  'Pexels',
  'Pin',
  'Plan',
  'Posthorn',
  'Powered by 7000',
  'Pro',
  'Reel',
  'Sandbox',
  'Short',
  'Slack',
  'Starter',
  'Telegram',
  'Tickets',
  'Total',
  'TypeScript',
  'URL',
  'Unsplash',
  'Video',
  'Videos',
  'Web',
  'Webhooks',
  'curl',
]
