import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { formatTook } from '../parts/format-took.ts'
import { UserName } from '../parts/user-name.tsx'
import { nameOfTest, type TestResult, toneOf } from './use-self-tests.ts'

const soonMs = 1_000

/** Shows the results of a run, failures first. */
export function RunDialog({ runId, onClose }: { readonly runId: string; readonly onClose: () => void }) {
  const { admin, shell } = useMessages('admin')
  const words = admin.selfTests
  const read = useQuery({
    queryKey: ['self-tests', 'run', runId],
    queryFn: () => api.getSelfTestRun({ runId }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? soonMs : false),
  })
  const run = read.data
  return (
    <Dialog isWide title={run ? words.runOf(formatDayAndTime(run.createdAt)) : words.runs} onClose={onClose}>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!run && !read.error && <Loading />}
      {run && (
        <>
          <p className="flex flex-wrap items-center gap-2 text-ink-3">
            <Tag tone={toneOf[run.status]}>{words.states[run.status]}</Tag>
            {words.outcome(run.results.filter(({ ok }) => ok).length, run.names.length)}
            <span>
              {words.startedBy} {run.startedBy ? <UserName uid={run.startedBy} /> : words.commandLine}
            </span>
          </p>
          {run.status === 'died' && <p className="text-ink-2">{words.died}</p>}
          <ul className="divide-y divide-line">
            {run.results
              .toSorted((one, other) => Number(one.ok) - Number(other.ok))
              .map((result) => (
                <ResultRow key={result.name} result={result} />
              ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>{shell.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

function ResultRow({ result: { name, ok, code, detail, durationMs } }: { readonly result: TestResult }) {
  const messages = useMessages('admin')
  const words = messages.admin.selfTests
  return (
    <li className="grid gap-0.5 py-2.5">
      <p className="nums flex flex-wrap items-center gap-x-3">
        <span className="flex-1 font-medium">{nameOfTest(name, messages)}</span>
        <span className="text-ink-3 text-sm">{formatTook(durationMs)}</span>
        <Tag tone={ok ? 'good' : 'bad'}>{words.results[ok ? 'ok' : 'failed']}</Tag>
      </p>
      <p className={`break-words text-sm ${ok ? 'text-ink-3' : 'text-failed'}`}>{words.found({ code, detail })}</p>
    </li>
  )
}
