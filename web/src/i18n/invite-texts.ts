import type { AreaLoaders } from './areas.ts'

/** The texts about invitations, by language. They load with the page and the dialog that show them. */
export const inviteTexts: AreaLoaders<'invites'> = {
  en: async () => (await import('./en/invites/index.ts')).invites,
  de: async () => (await import('./de/invites/index.ts')).invites,
  es: async () => (await import('./es/invites/index.ts')).invites,
  fr: async () => (await import('./fr/invites/index.ts')).invites,
}
