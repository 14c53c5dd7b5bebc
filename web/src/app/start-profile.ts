import { browserStore } from '#web/lib/browser/storage.ts'
import { api } from './api.ts'
import { profilesQuery, queryClient } from './queries.ts'

const key = 'posthorn.profile'

/** Returns the profile that was last open in this browser. Null if there is none. */
export const readLastProfile = (): string | null => browserStore.read(key)

export const rememberProfile = (id: string): void => browserStore.write(key, id)

/** Returns the last open profile, or the first. Creates one for a new user, so that no one starts with a form. */
export async function findStartProfile(): Promise<string> {
  const profiles = await queryClient.fetchQuery(profilesQuery)
  const last = readLastProfile()
  const found = profiles.find(({ id }) => id === last) ?? profiles[0]
  if (found) return found.id
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const made = await api.createProfile({ name: 'My brand', timezone: timeZone })
  await queryClient.invalidateQueries({ queryKey: profilesQuery.queryKey })
  return made.id
}
