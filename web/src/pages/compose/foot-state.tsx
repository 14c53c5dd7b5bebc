import type { ReactNode } from 'react'
import type { Checked } from '#web/compose/check/use-check.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'

interface StateProps {
  /** The reason why the pressed action cannot run. Null if it can. */
  readonly alert: string | null
  /** A link to where the reason can be resolved. False if it is on this page. */
  readonly way: ReactNode
  readonly checked: Checked
  readonly isReady: boolean
  /** Shows the first problem. */
  readonly onShow: () => void
}

/**
 * Says whether the post is ready, or what is left to do. It leads to the first problem. A narrow window shows the first
 * error above the text instead.
 */
export function FootState({ alert, way, checked: { check }, isReady, onShow }: StateProps) {
  const { compose, writing } = useMessages()
  if (alert !== null)
    return (
      <p role="alert" className="text-failed">
        {alert}
        {way && <> {way}</>}
      </p>
    )
  if (!isReady || check === null) return null
  const { errors, warnings } = check
  if (errors.length + warnings.length === 0)
    return (
      <p className="flex items-center gap-2 text-published text-sm @max-lg:hidden">
        <Icon name="check" className="size-4" />
        {compose.noIssues}
      </p>
    )
  const isError = errors.length > 0
  return (
    <button
      type="button"
      onClick={onShow}
      className={`-ms-2 flex min-h-9 items-center gap-2 rounded-md px-2 text-start font-medium text-sm hover:bg-sunken ${isError ? 'text-failed @max-lg:hidden' : 'text-partial'}`}
    >
      <Icon name={isError ? 'close' : 'clock'} className="size-4" />
      {isError ? writing.fix(errors.length) : writing.review(warnings.length)}
    </button>
  )
}
