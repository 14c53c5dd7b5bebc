import type { AreaLoaders } from './areas.ts'
import { openArea } from './frame.ts'

const passkeyTexts: AreaLoaders<'passkeys'> = {
  en: async () => (await import('./en/passkeys/index.ts')).passkeys,
  de: async () => (await import('./de/passkeys/index.ts')).passkeys,
  es: async () => (await import('./es/passkeys/index.ts')).passkeys,
  fr: async () => (await import('./fr/passkeys/index.ts')).passkeys,
}

/** Loads the texts about passkeys, which the sign-in and security pages show. */
export const openPasskeyTexts = (): Promise<void> => openArea('passkeys', passkeyTexts)
