import { useMessages } from '#web/i18n/index.ts'

/** Says that something is on its way. It comes into sight after a moment, so that a fast answer makes nothing flicker. */
export function Loading() {
  const { shell } = useMessages()
  return (
    <p role="status" className="animate-late text-ink-3">
      {shell.loading}
    </p>
  )
}
