import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { formatTook } from '../parts/format-took.ts'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { RunDialog } from './run-dialog.tsx'
import {
  findLatest,
  nameOfTest,
  networkOf,
  type SelfTest,
  type SelfTestRun,
  type TestResult,
  toneOf,
  useRuns,
  useStart,
  useTests,
} from './use-self-tests.ts'

const route = '/p/$profileId/admin/self-tests'

/** Runs Posthorn's self-tests and stores the results. The open run is in the URL. */
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
  const ofNetworks = (tests.data?.tests ?? []).filter(({ name }) => networkOf(name) !== null)
  const own = (tests.data?.tests ?? []).filter(({ name }) => networkOf(name) === null)
  const row = (test: SelfTest) => (
    <TestRow
      key={test.name}
      test={test}
      result={latest.get(test.name)}
      isRunning={
        (current?.names.includes(test.name) && !current.results.some(({ name }) => name === test.name)) ?? false
      }
      isNoteworthy={runs.length > 0}
      onRun={mayAct ? () => start.mutate([test.name]) : null}
      isBusy={isBusy}
    />
  )
  return (
    <AdminFrame
      tab="selfTests"
      actions={
        mayAct &&
        tests.data && (
          <Button variant="primary" isBusy={isBusy} onClick={() => start.mutate(undefined)}>
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
          {runs.length === 0 && <p className="text-ink-2">{words.noRuns}</p>}
          <RowList label={adminPlaces.tabs.selfTests}>{own.map(row)}</RowList>
          {ofNetworks.length > 0 && (
            <Section title={adminPlaces.tabs.networks} lead={words.networksLead}>
              <RowList label={adminPlaces.tabs.networks}>{ofNetworks.map(row)}</RowList>
            </Section>
          )}
          {runs.length > 0 && (
            <Section title={words.runs}>
              <RunList runs={runs} onOpen={open} />
            </Section>
          )}
        </>
      )}
      {opened && <RunDialog runId={opened} onClose={() => open()} />}
    </AdminFrame>
  )
}

/** Shows the progress of a run. */
export function RunProgress({ run: { names, results } }: { readonly run: SelfTestRun }) {
  const words = useMessages('admin').admin.selfTests
  const text = words.progress(results.length, names.length)
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <p role="status" className="nums font-medium">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={words.running}
        aria-valuemin={0}
        aria-valuemax={names.length}
        aria-valuenow={results.length}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="size-full text-brand">
          <rect width={(results.length / names.length) * 100} height="1" fill="currentColor" />
        </svg>
      </div>
    </div>
  )
}

interface ListProps {
  readonly runs: readonly SelfTestRun[]
  readonly onOpen: (runId: string) => void
}

/** The latest runs, newest first. */
export function RunList({ runs, onOpen }: ListProps) {
  const words = useMessages('admin').admin.selfTests
  return (
    <RowList label={words.runs}>
      {runs.map(({ id, status, names, results, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="flex min-h-12 w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-start hover:bg-sunken"
          >
            <span className="nums flex-1 basis-40 font-medium">{formatDayAndTime(createdAt)}</span>
            <span className="nums text-ink-3 text-sm">
              {words.outcome(results.filter(({ ok }) => ok).length, names.length)}
            </span>
            <Tag tone={toneOf[status]}>{words.states[status]}</Tag>
          </button>
        </li>
      ))}
    </RowList>
  )
}

interface RowProps {
  readonly test: SelfTest
  readonly result: TestResult | undefined
  /** True while the test is queued or running. */
  readonly isRunning: boolean
  /** True if other tests have a result, so that a missing one is worth a word. */
  readonly isNoteworthy: boolean
  /** Null for read-only users. */
  readonly onRun: (() => void) | null
  readonly isBusy: boolean
}

/** A test and its latest result. */
export function TestRow({ test: { name, about }, result, isRunning, isNoteworthy, onRun, isBusy }: RowProps) {
  const messages = useMessages('admin')
  const words = messages.admin.selfTests
  const hasFailed = result?.ok === false && !isRunning
  const title = nameOfTest(name, messages)
  const network = networkOf(name)
  // The purpose of all network tests is the same: the lead of their list says it.
  const detail = result ? words.found(result) : network ? null : words.about(name, about)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      {network && <NetworkMark network={network} className="size-5 text-ink-2" />}
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium">{title}</p>
        {detail !== null && (
          <p className={`break-words text-sm ${hasFailed ? 'text-failed' : 'text-ink-3'}`}>{detail}</p>
        )}
      </div>
      <div
        className={`nums flex items-center gap-3 text-ink-3 text-sm ${result || isRunning ? 'max-sm:w-full max-sm:justify-between' : ''}`}
      >
        {result && !isRunning && (
          <span>
            {formatTook(result.durationMs)} · {formatDistance(result.finishedAt)}
          </span>
        )}
        {isRunning && <Tag tone="busy">{words.running}</Tag>}
        {!isRunning && result && (
          <Tag tone={result.ok ? 'good' : 'bad'}>{words.results[result.ok ? 'ok' : 'failed']}</Tag>
        )}
        {isNoteworthy && !isRunning && !result && (
          <span title={words.neverRan}>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{words.neverRan}</span>
          </span>
        )}
        {onRun && (
          <Button variant="quiet" aria-label={words.runOne(title)} disabled={isBusy} onClick={onRun}>
            {words.run}
          </Button>
        )}
      </div>
    </li>
  )
}
