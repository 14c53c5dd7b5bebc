import type { Messages } from '../../en/index.ts'

export const usage: Messages['usage'] = {
  plan: (name) => `Tarif: ${name}`,
  planLead: 'Was dein Tarif erlaubt, und was du davon nutzt.',
  unlimited: 'unbegrenzt',
  of: (used, limit) => `${used} von ${limit}`,
  resets: (when) => `Beginnt ${when} von vorn`,
  names: {
    profiles: 'Marken',
    accountsPerProfile: 'Konten je Marke',
    aiCaptionsPerMonth: 'Textvorschläge in diesem Monat',
    analyticsRetentionDays: 'Tage, die Zahlen behalten werden',
    storageBytes: 'Speicher',
    webhookEndpoints: 'Webhooks',
  },
}
