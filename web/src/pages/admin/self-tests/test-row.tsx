import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { formatTook } from '../parts/format-took.ts'
import { nameOfTest } from './test-words.ts'
import type { SelfTest, TestResult } from './use-self-tests.ts'

interface RowProps {
  readonly test: SelfTest
  readonly result: TestResult | undefined
  /** True while the test waits for its turn, or runs. */
  readonly isRunning: boolean
  /** Null for read-only users. */
  readonly onRun: (() => void) | null
  readonly isBusy: boolean
}

/** A test, and what it found when it last ran. */
export function TestRow({ test: { name, about }, result, isRunning, onRun, isBusy }: RowProps) {
  const messages = useMessages('admin')
  const words = messages.admin.selfTests
  const hasFailed = result?.ok === false && !isRunning
  const title = nameOfTest(name, messages)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium">{title}</p>
        <p className={`break-words text-sm ${hasFailed ? 'text-failed' : 'text-ink-3'}`}>
          {result ? words.found(result) : words.about(name, about)}
        </p>
      </div>
      <div className="nums flex items-center gap-3 text-ink-3 text-sm max-sm:w-full max-sm:justify-between">
        {result && !isRunning && (
          <span>
            {formatTook(result.durationMs)} · {formatDistance(result.finishedAt)}
          </span>
        )}
        {isRunning && <Tag tone="busy">{words.running}</Tag>}
        {!isRunning && result && (
          <Tag tone={result.ok ? 'good' : 'bad'}>{words.results[result.ok ? 'ok' : 'failed']}</Tag>
        )}
        {!isRunning && !result && <Tag tone="quiet">{words.neverRan}</Tag>}
        {onRun && (
          <Button look="quiet" aria-label={words.runOne(title)} disabled={isBusy} onClick={onRun}>
            {words.run}
          </Button>
        )}
      </div>
    </li>
  )
}
