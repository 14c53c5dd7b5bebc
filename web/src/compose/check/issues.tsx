import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { type Problem, placeOf } from './problems.ts'
import type { Issue } from './use-check.ts'

interface IssuesProps {
  readonly profileId: string
  readonly problems: readonly Problem[]
  readonly confirmed: readonly string[]
  readonly onConfirm: (codes: readonly string[]) => void
  /** Moves the focus into the field that fixes a finding. */
  readonly onGo: (field: string) => void
}

const tones = {
  error: 'bg-failed/8 text-failed',
  warning: 'bg-partial/10',
  info: 'bg-partial/10',
} as const

/** Shows the service's findings for one account: each error leads to its field, and each warning must be accepted. */
export function Issues({ profileId, problems, confirmed, onConfirm, onGo }: IssuesProps) {
  const { compose } = useMessages()
  const toggle = (code: string) =>
    onConfirm(confirmed.includes(code) ? confirmed.filter((one) => one !== code) : [...confirmed, code])
  return (
    <ul aria-label={compose.issues} className="grid">
      {problems.map((problem) => (
        <li key={`${problem.kind} ${problem.key}`} className={`grid gap-1 py-2 ps-5 pe-3 ${tones[problem.kind]}`}>
          <div className="flex min-h-9 items-center gap-2.5">
            {problem.kind === 'error' && <Icon name="close" className="size-4" />}
            <div className="min-w-0 flex-1">
              <ProblemText profileId={profileId} problem={problem} />
            </div>
            {problem.kind !== 'info' && <GoButton problem={problem} onGo={onGo} />}
          </div>
          {problem.kind === 'warning' && (
            <label className="flex min-h-7 cursor-pointer items-center gap-2 text-ink-2 max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4"
                checked={confirmed.includes(problem.key)}
                onChange={() => toggle(problem.key)}
              />
              {compose.confirm}
            </label>
          )}
        </li>
      ))}
    </ul>
  )
}

interface GoProps {
  readonly problem: Problem
  readonly onGo: (field: string) => void
}

/** A button that leads to the field of a problem, if it has one. */
export function GoButton({ problem: { first }, onGo }: GoProps) {
  const { writing } = useMessages()
  const place = placeOf(first)
  if (!place) return null
  return (
    <Button className="min-h-8! whitespace-nowrap text-ink text-sm max-md:min-h-10!" onClick={() => onGo(place.field)}>
      {writing.goTo[place.name]}
    </Button>
  )
}

function ProblemText({ profileId, problem }: { readonly profileId: string; readonly problem: Problem }) {
  const { compose, verdicts } = useMessages()
  const { kind, key, first, issues, places } = problem
  if (kind === 'info' && key === 'similar_post')
    return <SamePosts profileId={profileId} issues={issues} say={compose.similarPost} />
  if (kind === 'warning' && key === 'same_post')
    return <SamePosts profileId={profileId} issues={issues} say={compose.samePost} />
  return (
    <p>
      {verdicts.issue(first)} {places > 1 && <span className="text-ink-3">{compose.places(places)}</span>}
    </p>
  )
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
