import type { Messages } from '#web/i18n/index.ts'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'

type Words = Readonly<Record<string, string>>

/** One value means different things on different networks: YouTube’s `private` is for nobody else, Mastodon’s for followers. */
export const wordsFor = (network: NetworkName, { values, valuesOf }: Messages['options']): Words => ({
  ...values,
  ...(valuesOf as Partial<Record<NetworkName, Words>>)[network],
})
