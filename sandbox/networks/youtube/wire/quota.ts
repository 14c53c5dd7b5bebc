import type { Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { refusal } from './errors.ts'

/** The units of calls, which all share one bucket. An upload has its own bucket. */
const units: Readonly<Record<string, number>> = {
  getChannel: 1,
  getVideo: 1,
  getStatistics: 1,
  listUploads: 1,
  getPlaylistItem: 1,
  listPlaylists: 1,
  setThumbnail: 50,
  insertPlaylistItem: 50,
  insertCaption: 400,
}

/** Counts the calls of the whole app until midnight in California. A refused call costs as much. */
export function metered(platform: Platform): (route: Route) => Route {
  const { rules, world, app } = platform
  let day = ''
  let used = { units: 0, inserts: 0 }
  const spend = ({ call }: Incoming): boolean => {
    const today = world.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
    if (today !== day) {
      day = today
      used = { units: 0, inserts: 0 }
      app.isQuotaUsedUp = false
    }
    used.units += units[call] ?? 0
    used.inserts += call === 'insertVideo' ? 1 : 0
    if (app.isQuotaUsedUp) return false
    return !rules.quotas || (used.units <= rules.unitsPerDay && used.inserts <= rules.insertsPerDay)
  }
  return (route) => ({
    ...route,
    handle: (incoming) =>
      (units[incoming.call] === undefined && incoming.call !== 'insertVideo') || spend(incoming)
        ? route.handle(incoming)
        : refusal(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.'),
  })
}
