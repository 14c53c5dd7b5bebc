import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Account } from '../draft/draft.ts'

/** Names an account by its network, too, since a person may have the same name on several: "Bluesky · Alice". */
export const nameOfAccount = ({ network, displayName, handle }: Account): string =>
  `${networks[network].name} · ${displayName ?? handle}`
