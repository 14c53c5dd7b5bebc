import type { Messages } from '#web/i18n/index.ts'

interface PlaceGroup {
  /** Null for a top-level entry. */
  readonly group: keyof Messages['admin']['groups'] | null
  readonly places: readonly {
    readonly tab: keyof Messages['adminPlaces']['tabs']
    readonly to:
      | '/p/$profileId/admin'
      | '/p/$profileId/admin/users'
      | '/p/$profileId/admin/directory'
      | '/p/$profileId/admin/queue'
      | '/p/$profileId/admin/networks'
      | '/p/$profileId/admin/crons'
      | '/p/$profileId/admin/audit-log'
      | '/p/$profileId/admin/self-tests'
      | '/p/$profileId/admin/alerts'
      | '/p/$profileId/admin/backups'
      | '/p/$profileId/admin/mails'
      | '/p/$profileId/admin/flags'
      | '/p/$profileId/admin/tickets'
      | '/p/$profileId/admin/business'
  }[]
}

/** The administration pages by group. */
export const placeGroups: readonly PlaceGroup[] = [
  { group: null, places: [{ tab: 'overview', to: '/p/$profileId/admin' }] },
  {
    group: 'people',
    places: [
      { tab: 'users', to: '/p/$profileId/admin/users' },
      { tab: 'directory', to: '/p/$profileId/admin/directory' },
      { tab: 'tickets', to: '/p/$profileId/admin/tickets' },
    ],
  },
  {
    group: 'publishing',
    places: [
      { tab: 'queue', to: '/p/$profileId/admin/queue' },
      { tab: 'networks', to: '/p/$profileId/admin/networks' },
      { tab: 'crons', to: '/p/$profileId/admin/crons' },
    ],
  },
  {
    group: 'trust',
    places: [
      { tab: 'alerts', to: '/p/$profileId/admin/alerts' },
      { tab: 'backups', to: '/p/$profileId/admin/backups' },
      { tab: 'auditLog', to: '/p/$profileId/admin/audit-log' },
      { tab: 'selfTests', to: '/p/$profileId/admin/self-tests' },
    ],
  },
  {
    group: 'settings',
    places: [
      { tab: 'mails', to: '/p/$profileId/admin/mails' },
      { tab: 'flags', to: '/p/$profileId/admin/flags' },
    ],
  },
  { group: 'business', places: [{ tab: 'business', to: '/p/$profileId/admin/business' }] },
]
