import { Link } from '@tanstack/react-router'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { linkStyle } from '#web/ui/button.tsx'

interface AsideProps {
  readonly profileId: string
  readonly isOwner: boolean
}

/** Explains that a brand is read-only because it exceeds the plan's limit, and what to do about it. */
export function ReadOnlyAside({ profileId, isOwner }: AsideProps) {
  const { shell } = useFrameMessages()
  const { title, owner, member, meanwhile, usage } = shell.readOnly
  return (
    <aside aria-label={title} className="border-line border-b bg-held/8">
      <div className="flex w-full max-w-310 flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:px-6">
        <p className="min-w-0 max-w-4xl flex-1 basis-64 text-ink-2">
          <strong className="font-medium text-ink">{title}.</strong> {isOwner ? owner : member} {meanwhile}
        </p>
        {isOwner && (
          <Link to="/p/$profileId/settings/usage" params={{ profileId }} className={linkStyle}>
            {usage}
          </Link>
        )}
      </div>
    </aside>
  )
}
