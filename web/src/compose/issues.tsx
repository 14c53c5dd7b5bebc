import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Check, Issue } from './use-check.ts'

interface IssuesProps {
  readonly check: Check
  readonly confirmed: readonly string[]
  readonly onConfirm: (codes: readonly string[]) => void
}

/** All that the service has to say of the draft: errors stop it, and each warning wants to be accepted. */
export function Issues({ check, confirmed, onConfirm }: IssuesProps) {
  const { compose } = useMessages()
  const warnings = [...check.warnings, ...check.confirmedWarnings]
  const toggle = (code: string) =>
    onConfirm(confirmed.includes(code) ? confirmed.filter((one) => one !== code) : [...confirmed, code])
  if (check.errors.length === 0 && warnings.length === 0)
    return (
      <p className="flex items-center gap-2 text-published">
        <Icon name="check" className="size-4" />
        {compose.noIssues}
      </p>
    )
  return (
    <ul aria-label={compose.issues} className="grid gap-2">
      {check.errors.map((issue) => (
        <li key={keyOf(issue)} className="rounded-md bg-failed/8 px-3 py-2 text-sm">
          <Said issue={issue} />
        </li>
      ))}
      {warnings.map((issue) => (
        <li key={keyOf(issue)} className="grid gap-1.5 rounded-md bg-partial/10 px-3 py-2 text-sm">
          <Said issue={issue} />
          <label className="flex cursor-pointer items-center gap-2 text-ink-2">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={confirmed.includes(issue.code)}
              onChange={() => toggle(issue.code)}
            />
            {compose.confirm}
          </label>
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ code, accountId, path }: Issue): string => [code, accountId, path].join()

function Said({ issue: { network, message, fix } }: { readonly issue: Issue }) {
  return (
    <p>
      {network && <strong className="font-medium">{networks[network].name}: </strong>}
      {message} {fix}
    </p>
  )
}
