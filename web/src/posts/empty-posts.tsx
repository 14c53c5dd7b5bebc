import { Link } from '@tanstack/react-router'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { IconName } from '#web/icons/icon.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface EmptyProps {
  readonly profileId: string
  readonly icon: IconName
  readonly title: string
  /** Encourages the user to write a post. */
  readonly lead: string
}

/** Shows that there are no posts. Writers get a button for a new post; readers have no next step. */
export function EmptyPosts({ profileId, icon, title, lead }: EmptyProps) {
  const { shell } = useMessages()
  const { mayWrite } = useRights()
  if (!mayWrite) return <EmptyState icon={icon} title={title} />
  return (
    <EmptyState
      icon={icon}
      title={title}
      lead={lead}
      action={
        <Link to="/p/$profileId/compose" params={{ profileId }} className={buttonStyle('primary')}>
          {shell.newPost}
        </Link>
      }
    />
  )
}
