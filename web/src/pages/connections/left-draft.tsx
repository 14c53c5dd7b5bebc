import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { readLeftToConnect } from '#web/pages/compose/first-accounts.ts'
import { buttonStyle } from '#web/ui/button.tsx'

interface LeftProps {
  readonly profileId: string
  readonly hasAccounts: boolean
}

/** Leads back to the draft that was left in order to connect an account. */
export function LeftDraft({ profileId, hasAccounts }: LeftProps) {
  const { connections } = useMessages()
  const postId = readLeftToConnect(profileId)
  if (postId === null) return null
  return (
    <section
      aria-label={connections.draftSaved}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-surface px-4 py-3 shadow-1 ring-1 ring-line"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
        <Icon name="pen" className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{connections.draftSaved}</p>
        <p className="text-ink-2 text-sm">{hasAccounts ? connections.continueNow : connections.continueFirst}</p>
      </div>
      <Link
        to="/p/$profileId/compose"
        params={{ profileId }}
        search={postId === '' ? {} : { post: postId }}
        className={buttonStyle(hasAccounts ? 'primary' : 'plain')}
      >
        {connections.continueDraft}
      </Link>
    </section>
  )
}
