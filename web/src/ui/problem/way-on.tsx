import { Link, useParams } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonStyle } from '../button.tsx'
import { kindOf, type ProblemKind } from './problem-kind.ts'
import { askForSignIn } from './sign-in-request.ts'

/** The pages that resolve or explain an obstacle. */
const places = {
  plan: '/p/$profileId/settings/usage',
  role: '/p/$profileId/settings/members',
  factor: '/p/$profileId/settings/account/security',
  key: '/p/$profileId/settings/api-keys',
} as const satisfies Partial<Record<ProblemKind, string>>

/** A link or button to where the reader can resolve a refusal. */
export function WayOn({ error }: { readonly error: Error }) {
  const { problem } = useMessages()
  const { profileId } = useParams({ strict: false })
  const kind = kindOf(error)
  if (kind === 'signInAgain') return <Button onClick={() => askForSignIn(true)}>{problem.ways.signInAgain}</Button>
  if (kind === 'notYours' || kind === 'gone')
    return (
      <Link to="/" className={buttonStyle('plain')}>
        {problem.ways.start}
      </Link>
    )
  if (!(kind in places) || profileId === undefined) return null
  const place = kind as keyof typeof places
  return (
    <Link
      to={places[place]}
      params={{ profileId }}
      {...(place === 'factor' && { hash: 'second-factor' })}
      className={buttonStyle('plain')}
    >
      {problem.ways[place]}
    </Link>
  )
}
