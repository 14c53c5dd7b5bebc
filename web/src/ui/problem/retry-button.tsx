import { PosthornError } from '@posthorn/sdk'
import { useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '../button.tsx'

interface RetryProps {
  readonly error: Error
  readonly onRetry: (() => void) | undefined
}

/** Tries again, after the wait that the service asked for. Where the reader tries again elsewhere, it says when. */
export function RetryButton({ error, onRetry }: RetryProps) {
  const { problem, shell } = useMessages()
  const seconds = useSecondsLeft(error)
  if (onRetry)
    return (
      <Button disabled={seconds > 0} onClick={onRetry} className="nums">
        {seconds > 0 ? problem.retryIn(seconds) : shell.retry}
      </Button>
    )
  if (!hasWait(error)) return null
  return (
    <p role="timer" className="nums text-ink-2">
      {seconds > 0 ? problem.retryIn(seconds) : problem.retryNow}
    </p>
  )
}

const waitOf = (error: Error): number => (error instanceof PosthornError ? (error.retryAfterMs ?? 0) : 0)
const hasWait = (error: Error): boolean => waitOf(error) > 0

/** Counts the seconds down that the service asked to wait. */
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
