import type { Messages } from '#web/i18n/index.ts'
import type { IconName } from '#web/icons/icon.tsx'

interface Place {
  readonly to:
    | '/p/$profileId'
    | '/p/$profileId/calendar'
    | '/p/$profileId/posts'
    | '/p/$profileId/analytics'
    | '/p/$profileId/connections'
  readonly name: keyof Messages['shell']['nav']
  readonly icon: IconName
}

/** The places of a profile, in the rail and in the bottom bar. */
export const places: readonly Place[] = [
  { to: '/p/$profileId', name: 'home', icon: 'home' },
  { to: '/p/$profileId/calendar', name: 'calendar', icon: 'calendar' },
  { to: '/p/$profileId/posts', name: 'posts', icon: 'posts' },
  { to: '/p/$profileId/analytics', name: 'analytics', icon: 'chart' },
  { to: '/p/$profileId/connections', name: 'connections', icon: 'plug' },
]
