import { PosthornError } from '@posthorn/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { currentMessages, useMessages } from '#web/i18n/index.ts'
import { Button } from './button.tsx'
import { explain, requestToQuote } from './problem/explain.ts'
import { kindOf } from './problem/problem-kind.ts'
import { RequestId } from './problem/request-id.tsx'
import { WayOn } from './problem/way-on.tsx'

interface ProblemProps {
  readonly error: Error
  /** The title of a failure. A restriction, such as a limit of the plan, keeps its own. */
  readonly title?: string | undefined
  readonly onRetry?: (() => void) | undefined
  /** Another next step, such as accepting warnings. */
  readonly children?: ReactNode
}

/** The kinds that look like a failure. The others are restrictions, and look calmer. */
const alarming = ['ours', 'noAnswer', 'refused', 'unknown', 'wrongCode']

/** Explains what went wrong, with a specific text for each kind of failure, and offers a next step. */
export function ProblemBanner({ error, title, onRetry, children }: ProblemProps) {
  const explained = explain(error, useMessages())
  const requestId = requestToQuote(error)
  const isAlarming = alarming.includes(kindOf(error))
  const style = isAlarming ? 'border-failed/40 bg-failed/8' : 'border-held/50 bg-held/10'
  const retry = <RetryButton error={error} onRetry={onRetry} />
  return (
    <div ref={showInDialog} className={`grid gap-2 rounded-md border p-3 ${style}`}>
      <div role="alert" className="grid gap-1">
        <p className="font-medium">{(isAlarming && title) || explained.title}</p>
        <p className="break-words text-ink-2">{explained.text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {isAlarming && retry}
        <WayOn error={error} />
        {children}
        {!isAlarming && retry}
        {requestId && <RequestId id={requestId} />}
      </div>
    </div>
  )
}

/** Scrolls a failure at the end of a long form into view. */
const showInDialog = (banner: HTMLElement | null): void => {
  if (banner?.closest('[role=dialog]')) banner.scrollIntoView({ block: 'nearest' })
}

/** Finds the error of one field of a form, by its JSON Pointer, in the language of the page. */
export function faultOf(error: Error | null, path: string): string | undefined {
  if (!(error instanceof PosthornError)) return undefined
  const fault = error.errors.find((one) => one.path === path)
  return fault && currentMessages().verdicts.fault(fault)
}

interface RetryProps {
  readonly error: Error
  readonly onRetry: (() => void) | undefined
}

/** Retries after the delay that the service requested. Where the reader retries elsewhere, it shows when. */
function RetryButton({ error, onRetry }: RetryProps) {
  const { problem, shell } = useMessages()
  const seconds = useSecondsLeft(error)
  if (onRetry)
    return (
      <Button disabled={seconds > 0} onClick={onRetry} className="nums">
        {seconds > 0 ? problem.retryIn(seconds) : shell.retry}
      </Button>
    )
  if (!waitOf(error)) return null
  return (
    <p role="timer" className="nums text-ink-2">
      {seconds > 0 ? problem.retryIn(seconds) : problem.retryNow}
    </p>
  )
}

const waitOf = (error: Error): number => (error instanceof PosthornError ? (error.retryAfterMs ?? 0) : 0)

/** Counts down the seconds that the service asked to wait. */
function useSecondsLeft(error: Error): number {
  const [left, setLeft] = useState(() => Math.ceil(waitOf(error) / 1_000))
  useEffect(() => {
    const end = performance.now() + waitOf(error)
    const tell = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)))
    tell()
    const timer = setInterval(tell, 1_000)
    return () => clearInterval(timer)
  }, [error])
  return left
}
