import type { FrameMessages } from '#web/i18n/frame.ts'
import type { IconName } from '#web/icons/icon.tsx'

interface Place {
  readonly to:
    | '/p/$profileId'
    | '/p/$profileId/calendar'
    | '/p/$profileId/queue'
    | '/p/$profileId/posts'
    | '/p/$profileId/inbox'
    | '/p/$profileId/media'
    | '/p/$profileId/recurring'
    | '/p/$profileId/analytics'
    | '/p/$profileId/connections'
  readonly name: keyof FrameMessages['shell']['nav']
  readonly icon: IconName
  /** Shown in the bottom bar of a phone. The others are in its menu. */
  readonly isOnPhone?: true
}

/** The places of a profile, in the rail and the bottom bar. */
export const places: readonly Place[] = [
  { to: '/p/$profileId', name: 'home', icon: 'home', isOnPhone: true },
  { to: '/p/$profileId/calendar', name: 'calendar', icon: 'calendar', isOnPhone: true },
  { to: '/p/$profileId/queue', name: 'queue', icon: 'queue' },
  { to: '/p/$profileId/posts', name: 'posts', icon: 'posts', isOnPhone: true },
  { to: '/p/$profileId/inbox', name: 'inbox', icon: 'inbox' },
  { to: '/p/$profileId/media', name: 'media', icon: 'image' },
  { to: '/p/$profileId/recurring', name: 'recurring', icon: 'repeat' },
  { to: '/p/$profileId/analytics', name: 'analytics', icon: 'chart' },
  { to: '/p/$profileId/connections', name: 'connections', icon: 'plug' },
]
