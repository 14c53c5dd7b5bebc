import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { groupBy } from '#web/lib/group-by.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import type { Check, Issue } from './use-check.ts'

interface IssuesProps {
  readonly profileId: string
  readonly check: Check
  readonly confirmed: readonly string[]
  readonly onConfirm: (codes: readonly string[]) => void
}

/** Shows the service's findings on the draft: errors block it, and each warning must be accepted. */
export function Issues({ profileId, check, confirmed, onConfirm }: IssuesProps) {
  const { compose, verdicts } = useMessages()
  const errors = groupIssues(check.errors, verdicts.issue)
  const warnings = groupIssues([...check.warnings, ...check.confirmedWarnings], ({ code }) => code)
  // Nothing to accept or fix, but the author should know.
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
            <IssueText key={group.key} group={group} />
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
            <IssueText group={group} />
          )}
        </li>
      ))}
      {warnings.map((group) => (
        <li key={group.key} className="grid gap-1.5 rounded-md bg-partial/10 px-3 py-2 text-sm">
          <Networks names={group.networks} />
          {group.key === 'same_post' ? (
            <SamePosts profileId={profileId} issues={group.issues} say={compose.samePost} />
          ) : (
            <IssueText group={group} />
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

/** Lists together the errors of the same networks. */
const listByNetwork = (groups: readonly IssueGroup[]) => [...groupBy(groups, ({ networks: names }) => names.join(' '))]

function IssueText({ group: { first, places } }: { readonly group: IssueGroup }) {
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

/** Findings with the same remedy, on several networks or at several places. */
interface IssueGroup {
  readonly key: string
  readonly first: Issue
  readonly issues: readonly Issue[]
  readonly networks: readonly NetworkName[]
  /** The number of places in the post with this finding. */
  readonly places: number
}

/** Groups findings by a key: warnings by code, which is how they are accepted; errors by message. */
function groupIssues(issues: readonly Issue[], keyOf: (issue: Issue) => string): readonly IssueGroup[] {
  const groups = new Map<string, Issue[]>()
  for (const issue of issues) groups.set(keyOf(issue), [...(groups.get(keyOf(issue)) ?? []), issue])
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    const networks = [...new Set(members.flatMap(({ network }) => network ?? []))]
    return { key, first, issues: members, networks, places: new Set(members.map(({ path }) => path)).size }
  })
}

interface SamePostsProps {
  readonly profileId: string
  readonly issues: readonly Issue[]
  readonly say: (state: string, when: string) => string
}

/** The posts that the draft repeats exactly or almost, each with its time and a link. */
function SamePosts({ profileId, issues, say }: SamePostsProps) {
  const { compose } = useMessages()
  const others = new Map(issues.flatMap(({ params }) => (params?.postId ? [[String(params.postId), params]] : [])))
  return (
    <ul className="grid gap-1">
      {[...others].map(([postId, { at, state }]) => (
        <li key={postId}>
          {say(String(state), formatDayAndTime(String(at)))}{' '}
          <Link
            to="/p/$profileId/posts/$postId"
            params={{ profileId, postId }}
            className="font-medium underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {compose.openSamePost}
          </Link>
        </li>
      ))}
    </ul>
  )
}
