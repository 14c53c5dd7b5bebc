import { browserStore } from '#web/lib/browser/storage.ts'
import { api } from './api.ts'
import { profilesQuery, queryClient } from './queries.ts'

const key = 'posthorn.profile'

/** Returns the profile that was open last in this browser; null: none was. */
export const readLastProfile = (): string | null => browserStore.read(key)

export const rememberProfile = (id: string): void => browserStore.write(key, id)

/** Returns the profile that was open last, or the first. A new user gets one, so that nobody starts before a form. */
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
