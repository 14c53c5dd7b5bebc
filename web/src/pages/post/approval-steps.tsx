import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { Tag, type Tone } from '#web/ui/tag.tsx'

type Approvals = Result<'getPostApprovals'>
type Step = Approvals['steps'][number]

const tones: Readonly<Record<Step['status'], Tone>> = {
  approved: 'good',
  rejected: 'bad',
  current: 'waiting',
  later: 'quiet',
}

/** More names than this are counted. */
const mostNames = 5

/** Shows the steps of an approval, and who can approve the post now. */
export function ApprovalSteps({ approvals }: { readonly approvals: Approvals }) {
  const { steps: words } = useMessages('steps')
  const { steps, guestApprovers, status, isLeftToOwner } = approvals
  const approvers = [...approvals.approvers, ...guestApprovers]
  const names = approvers.slice(0, mostNames).map(({ name }) => name)
  const more = approvers.length - names.length
  const all = listWords(more > 0 ? [...names, words.more(more)] : names)
  return (
    <>
      {steps.length > 0 && (
        <ol aria-label={words.label} className="grid gap-2">
          {steps.map((step, index) => (
            <li key={step.id} className="flex min-w-0 items-center justify-between gap-3">
              <span className="min-w-0 break-words">
                {index + 1}. {step.name}
              </span>
              <Tag tone={tones[step.status]}>{words.status[step.status]}</Tag>
            </li>
          ))}
        </ol>
      )}
      {status !== 'approved' && (
        <p className="text-ink-2 text-sm">
          {approvers.length === 0 ? words.noOne : words.canApprove(all)}
          {isLeftToOwner && approvers.length > 0 && ` ${words.leftToOwner}`}
        </p>
      )}
    </>
  )
}
