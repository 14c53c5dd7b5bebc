import { browserStore } from '#web/lib/browser/storage.ts'
import { readersZone } from '#web/lib/zones.ts'

/** The default zone of an account. People also choose it deliberately. */
const usual = 'UTC'
const keyOf = (userId: string): string => `posthorn.kept-utc.${userId}`

/** Returns the browser's zone if the user may never have chosen one; otherwise null. */
export function findOtherZone({ uid, timezone }: { readonly uid: string; readonly timezone: string }): string | null {
  const here = readersZone()
  const isSame = timezone !== usual || /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(here)
  return isSame || browserStore.read(keyOf(uid)) !== null ? null : here
}

/** Records that the user chose UTC, so that this browser does not ask again. */
export const keepUtc = (userId: string): void => browserStore.write(keyOf(userId), 'yes')
