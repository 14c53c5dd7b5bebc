import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { RowList } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { CronDialog } from './cron-dialog.tsx'
import { CronRow } from './cron-row.tsx'
import { UpkeepList } from './upkeep-list.tsx'
import { useCrons } from './use-crons.ts'

/** Lists the jobs that run by a schedule, how they did, and when they run next. The one that is open is in the address. */
export function AdminCronsPage() {
  const { adminPlaces } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { cron: name } = useSearch({ from: '/p/$profileId/admin/crons' })
  const navigate = useNavigate()
  const mayAct = useIsAdmin()
  const { crons, error, refetch } = useCrons()
  const opened = crons?.find((cron) => cron.name === name)
  const open = (cron?: string) =>
    void navigate({
      to: '/p/$profileId/admin/crons',
      params: { profileId },
      search: cron === undefined ? {} : { cron },
      resetScroll: false,
    })
  return (
    <AdminFrame tab="crons">
      {error && <ProblemBanner error={error} onRetry={refetch} />}
      {!crons && !error && <WaitingRows count={8} />}
      {crons && (
        <RowList label={adminPlaces.tabs.crons}>
          {crons.map((cron) => (
            <CronRow key={cron.name} cron={cron} onOpen={() => open(cron.name)} />
          ))}
        </RowList>
      )}
      {crons && mayAct && <UpkeepList />}
      {opened && <CronDialog key={opened.name} cron={opened} mayAct={mayAct} onClose={() => open()} />}
    </AdminFrame>
  )
}
