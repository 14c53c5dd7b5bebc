import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { dayKey } from '#web/lib/day.ts'
import type { Band } from './bands.ts'

interface WayProps {
  readonly band: Band
  readonly profileId: string
  readonly label?: string
  readonly className: string
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** The link to the remedy: the account, the rehearsal, the user's plan, or the week of a clock change. */
export function WayOn({ band: { cause, from }, profileId, label, className, style, children }: WayProps) {
  const attributes = { params: { profileId }, title: label, 'aria-label': label, className, style }
  if (cause === 'grant')
    return (
      <Link to="/p/$profileId/connections" {...attributes}>
        {children}
      </Link>
    )
  if (cause === 'quota')
    return (
      <Link to="/p/$profileId/rehearsal" {...attributes}>
        {children}
      </Link>
    )
  if (cause === 'plan')
    return (
      <Link to="/p/$profileId/settings/usage" {...attributes}>
        {children}
      </Link>
    )
  return (
    <Link to="/p/$profileId/calendar" search={{ view: 'week', date: dayKey(from) }} {...attributes}>
      {children}
    </Link>
  )
}
