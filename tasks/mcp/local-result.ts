import { PosthornError } from '#sdk/index.ts'
import { hasTimes, withLocalTimes } from '../local-times.ts'
import type { Api } from '../task.ts'

/**
 * Writes the times of a result in the zones of the profiles that they belong to, or in the user's zone if a profile has
 * none. Agents show times to people, and people plan in the time of their brand.
 */
export async function localResult<Result>(api: Api, result: Result): Promise<Result> {
  if (!hasTimes(result)) return result
  const zones = await readProfileZones(api)
  const own = zones === null ? 'UTC' : await readUserZone(api)
  return withLocalTimes(result, (profileId) => (profileId === null ? null : zones?.get(profileId)) ?? own)
}

/** Returns the zone of each profile. Null if the credential lacks the scope for it. */
const readProfileZones = (api: Api) =>
  ifAllowed(async () => new Map((await api.listProfiles()).map(({ id, timezone }) => [id, timezone] as const)))

/** Returns the zone of a schedule without one, which is the user's. A key may not read its user. */
const readUserZone = async (api: Api): Promise<string> =>
  (await ifAllowed(async () => (await api.previewRecurringRule({ cron: '0 9 * * *' })).timezone)) ?? 'UTC'

async function ifAllowed<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PosthornError) return null
    throw error
  }
}
