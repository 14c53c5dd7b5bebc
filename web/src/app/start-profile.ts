import { browserStore } from '#web/lib/browser/storage.ts'
import { readersZone } from '#web/lib/zones.ts'
import { api } from './api.ts'
import { profilesQuery, queryClient } from './queries.ts'

const key = 'posthorn.profile'
const sandboxKey = 'posthorn.sandbox'

/** Returns the profile that was last open in this browser. Null if there is none. */
export const readLastProfile = (): string | null => browserStore.read(key)

/** True if the page that was last open here had the stripe of the sandbox. `public/theme.js` reads this, too. */
export const wasInSandbox = (): boolean => browserStore.read(sandboxKey) === 'on'

export const rememberSandbox = (isOn: boolean): void =>
  isOn ? browserStore.write(sandboxKey, 'on') : browserStore.remove(sandboxKey)

export const rememberProfile = (id: string): void => browserStore.write(key, id)

/** Returns the last open profile, or the first. Creates one for a new user, so that no one starts with a form. */
export async function findStartProfile(): Promise<string> {
  const profiles = await queryClient.fetchQuery(profilesQuery)
  const last = readLastProfile()
  const found = profiles.find(({ id }) => id === last) ?? profiles[0]
  if (found) return found.id
  const made = await api.createProfile({ name: 'My brand', timezone: readersZone() })
  await queryClient.invalidateQueries({ queryKey: profilesQuery.queryKey })
  return made.id
}
