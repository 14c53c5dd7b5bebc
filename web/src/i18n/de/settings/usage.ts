import type { Messages } from '../../en/index.ts'

export const usage: Messages['usage'] = {
  plan: (name) => `Tarif ${name}`,
  plans: { free: 'Free', starter: 'Starter', pro: 'Pro', max: 'Max' },
  planLead: 'Was dein Tarif enthält, und wie viel du davon nutzt.',
  unlimited: 'unbegrenzt',
  of: (used, limit) => `${used} von ${limit}`,
  resets: (when) => `Wird ${when} zurückgesetzt`,
  names: {
    profiles: 'Marken',
    accountsPerProfile: 'Konten je Marke',
    aiCaptionsPerMonth: 'Textvorschläge in diesem Monat',
    analyticsRetentionDays: 'Tage, für die Zahlen aufbewahrt werden',
    storageBytes: 'Speicher',
    webhookEndpoints: 'Webhooks',
  },
}
