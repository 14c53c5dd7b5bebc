import { useMessages } from '#web/i18n/index.ts'

/** Shows that something is loading. It appears after a moment, so that a fast response does not flicker. */
export function Loading() {
  const { shell } = useMessages()
  return (
    <p role="status" className="animate-late text-ink-3">
      {shell.loading}
    </p>
  )
}
