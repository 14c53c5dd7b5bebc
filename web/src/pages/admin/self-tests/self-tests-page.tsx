import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { RunDialog } from './run-dialog.tsx'
import { RunList } from './run-list.tsx'
import { RunProgress } from './run-progress.tsx'
import { TestRow } from './test-row.tsx'
import { findLatest, useRuns, useStart, useTests } from './use-self-tests.ts'

const route = '/p/$profileId/admin/self-tests'

/** Runs the tests that Posthorn has of itself, and keeps what they found. The run that is open is in the address. */
export function AdminSelfTestsPage() {
  const { admin, adminPlaces } = useMessages('admin')
  const words = admin.selfTests
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { run: opened } = useSearch({ from: route })
  const navigate = useNavigate()
  const open = (run?: string) =>
    void navigate({ to: route, params: { profileId }, search: run === undefined ? {} : { run }, resetScroll: false })
  const mayAct = useIsAdmin()
  const tests = useTests()
  const read = useRuns()
  const start = useStart()
  const runs = read.data?.runs ?? []
  const current = runs.find(({ status }) => status === 'running')
  const latest = findLatest(runs)
  const isBusy = start.isPending || current !== undefined
  const error = tests.error ?? read.error
  return (
    <AdminFrame
      tab="selfTests"
      actions={
        mayAct &&
        tests.data && (
          <Button look="primary" isBusy={isBusy} onClick={() => start.mutate(undefined)}>
            {words.runAll}
          </Button>
        )
      }
    >
      {error && <ProblemBanner error={error} onRetry={() => void Promise.all([tests.refetch(), read.refetch()])} />}
      {start.error && <ProblemBanner error={start.error} />}
      {!(tests.data && read.data) && !error && <WaitingRows count={8} />}
      {tests.data && read.data && (
        <>
          {current && <RunProgress run={current} />}
          <RowList label={adminPlaces.tabs.selfTests}>
            {tests.data.tests.map((test) => (
              <TestRow
                key={test.name}
                test={test}
                result={latest.get(test.name)}
                isRunning={
                  (current?.names.includes(test.name) && !current.results.some(({ name }) => name === test.name)) ??
                  false
                }
                onRun={mayAct ? () => start.mutate([test.name]) : null}
                isBusy={isBusy}
              />
            ))}
          </RowList>
          <Section title={words.runs}>
            <RunList runs={runs} onOpen={open} />
          </Section>
        </>
      )}
      {opened && <RunDialog runId={opened} onClose={() => open()} />}
    </AdminFrame>
  )
}
