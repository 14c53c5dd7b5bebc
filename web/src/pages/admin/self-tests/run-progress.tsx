import { useMessages } from '#web/i18n/index.ts'
import type { SelfTestRun } from './use-self-tests.ts'

/** Shows how far a run has come. */
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
