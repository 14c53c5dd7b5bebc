import { type Crons, createCrons } from '#infra/time/cron.ts'
import { refreshGrants } from '#modules/accounts/index.ts'
import { noteAuditHead } from '#modules/audit/index.ts'
import { sweepConnections } from '#modules/connections/index.ts'
import { sweepFeed } from '#modules/feed/index.ts'
import { sweepIdentity } from '#modules/identity/index.ts'
import { sweepMedia } from '#modules/media/index.ts'
import { purgePosts } from '#modules/posts/index.ts'
import { purgeProfiles } from '#modules/profiles/index.ts'
import { nameLate } from '#modules/publishing/index.ts'
import type { Deps } from './deps.ts'
import { sweepEdge } from './jobs.ts'

/** All crons: name, schedule (UTC) and job. */
export function createCronsOf(deps: Deps): Crons {
  return createCrons({
    ...deps,
    crons: [
      { name: 'accounts-refresh', schedule: '*/10 * * * *', job: refreshGrants },
      { name: 'audit-head', schedule: '37 0 * * *', job: noteAuditHead },
      { name: 'connections-sweep', schedule: '57 * * * *', job: sweepConnections },
      { name: 'edge-sweep', schedule: '7 * * * *', job: sweepEdge },
      { name: 'feed-sweep', schedule: '27 * * * *', job: sweepFeed },
      { name: 'identity-sweep', schedule: '17 * * * *', job: sweepIdentity },
      { name: 'media-sweep', schedule: '47 * * * *', job: sweepMedia },
      { name: 'posts-purge', schedule: '13 3 * * *', job: purgePosts },
      { name: 'posts-name-late', schedule: '22 * * * *', job: nameLate },
      { name: 'profiles-purge', schedule: '27 3 * * *', job: purgeProfiles },
    ],
  })
}
