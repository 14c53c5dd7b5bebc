import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'

interface ApproversProps {
  readonly ahead: NonNullable<Result<'validatePost'>['approval']>
}

/** More names than this are counted. */
const mostNames = 3

/** Names the people who can approve the post first, or says that no one can. */
export function Approvers({ ahead: { step, approvers, guestApprovers, isLeftToOwner } }: ApproversProps) {
  const { steps: words } = useMessages('steps')
  const able = [...approvers, ...guestApprovers]
  const names = able.slice(0, mostNames).map(({ name }) => name)
  const more = able.length - names.length
  const all = listWords(more > 0 ? [...names, words.more(more)] : names)
  return (
    <p className={`break-words text-sm ${names.length > 0 ? 'text-ink-2' : 'text-failed'}`}>
      {names.length > 0 ? words.submit(all, step?.name) : words.noOne}
      {isLeftToOwner && names.length > 0 && ` ${words.leftToOwner}`}
    </p>
  )
}
