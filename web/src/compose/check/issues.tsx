import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { groupBy } from '#web/lib/lists/group-by.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { groupIssues, type IssueGroup } from './group-issues.ts'
import { SamePosts } from './same-posts.tsx'
import type { Check } from './use-check.ts'

interface IssuesProps {
  readonly profileId: string
  readonly check: Check
  readonly confirmed: readonly string[]
  readonly onConfirm: (codes: readonly string[]) => void
}

/** All that the service has to say of the draft: errors stop it, and each warning wants to be accepted. */
export function Issues({ profileId, check, confirmed, onConfirm }: IssuesProps) {
  const { compose, verdicts } = useMessages()
  const errors = groupIssues(check.errors, verdicts.issue)
  const warnings = groupIssues([...check.warnings, ...check.confirmedWarnings], ({ code }) => code)
  // Nothing to accept or to fix, and its author must know it all the same.
  const infos = groupIssues(
    check.infos.filter(({ code }) => code === 'text_not_used' || code === 'similar_post'),
    (info) => (info.code === 'similar_post' ? info.code : verdicts.issue(info)),
  )
  const toggle = (code: string) =>
    onConfirm(confirmed.includes(code) ? confirmed.filter((one) => one !== code) : [...confirmed, code])
  if (errors.length + warnings.length + infos.length === 0)
    return (
      <p className="flex items-center gap-2 text-published">
        <Icon name="check" className="size-4" />
        {compose.noIssues}
      </p>
    )
  return (
    <ul aria-label={compose.issues} className="grid gap-2">
      {listByNetwork(errors).map(([key, groups]) => (
        <li key={key} className="grid gap-1.5 rounded-md bg-failed/8 px-3 py-2 text-sm">
          <Networks names={groups[0]?.networks ?? []} />
          {groups.map((group) => (
            <Said key={group.key} group={group} />
          ))}
          {groups.some(({ first }) => first.code === 'setting_missing') && (
            <p className="text-ink-2">{compose.inOptions}</p>
          )}
        </li>
      ))}
      {infos.map((group) => (
        <li key={group.key} className="grid gap-1.5 rounded-md bg-partial/10 px-3 py-2 text-sm">
          <Networks names={group.networks} />
          {group.key === 'similar_post' ? (
            <SamePosts profileId={profileId} issues={group.issues} say={compose.similarPost} />
          ) : (
            <Said group={group} />
          )}
        </li>
      ))}
      {warnings.map((group) => (
        <li key={group.key} className="grid gap-1.5 rounded-md bg-partial/10 px-3 py-2 text-sm">
          <Networks names={group.networks} />
          {group.key === 'same_post' ? (
            <SamePosts profileId={profileId} issues={group.issues} say={compose.samePost} />
          ) : (
            <Said group={group} />
          )}
          <label className="flex min-h-7 cursor-pointer items-center gap-2 text-ink-2 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4"
              checked={confirmed.includes(group.key)}
              onChange={() => toggle(group.key)}
            />
            {compose.confirm}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** Lists what is to be mended for the same networks together. */
const listByNetwork = (groups: readonly IssueGroup[]) => [...groupBy(groups, ({ networks: names }) => names.join(' '))]

function Said({ group: { first, places } }: { readonly group: IssueGroup }) {
  const { compose, verdicts } = useMessages()
  return (
    <p>
      {verdicts.issue(first)} {places > 1 && <span className="text-ink-3">{compose.places(places)}</span>}
    </p>
  )
}

function Networks({ names }: { readonly names: IssueGroup['networks'] }) {
  if (names.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 font-medium">
      {names.map((network) => (
        <span key={network} className="inline-flex items-center gap-1.5">
          <NetworkMark network={network} />
          {networks[network].name}
        </span>
      ))}
    </p>
  )
}
